/** Plugins and stages from outside the package. */
export { type Loaded, load, type Origin } from "./load.ts";
export { CALLED, type Kind, readPlugin, readStage } from "./shape.ts";
export { FILE_USE, isBareFile, PACKAGE_USE, readUse } from "./use.ts";
