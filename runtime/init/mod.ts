/** What starts a project: a first config from an eval set, a package for a plugin. */
export { type FirstConfig, type InitConfigOptions, initConfig } from "./init_config.ts";
export { type InitPluginOptions, initPlugin, type MadePackage } from "./init_plugin.ts";
