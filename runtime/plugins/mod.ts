/** Plugins and stages from outside the package. */
export { completionFlaw } from "./completion_flaw.ts";
export { type Loaded, load, type Origin } from "./load.ts";
export { gateSetFlaw, providerFlaw, writerFlaw } from "./made_shape.ts";
export { CALLED, type Kind, readPlugin, readStage } from "./shape.ts";
export { thrownAt, toldWithPlace } from "./thrown_at.ts";
export { told } from "./told.ts";
export { FILE_USE, isBareFile, PACKAGE_USE, readUse } from "./use.ts";
