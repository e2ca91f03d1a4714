import { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Issue, OutputError } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import type { Kind } from "../plugins/mod.ts";
import { EXAMPLES } from "./_examples.ts";
import { readName } from "./_names.ts";
import { type PluginPackage, pluginPackage } from "./plugin_package.ts";

export interface InitPluginOptions {
  readonly kind: Kind;
  readonly name: string;
  /** Where the package is made; a folder of its name without it. */
  readonly directory?: string;
  /** The folder of recall-guard itself. */
  readonly home: string;
  readonly version: string;
}

/** A package as it was made. */
export interface MadePackage extends PluginPackage {
  readonly directory: string;
  /** Paths of the files, from the working directory. */
  readonly paths: ReadonlyArray<string>;
}

/** Makes a package with a plugin of a kind in a folder that is new or empty. */
export const initPlugin = Effect.fn("init.plugin")(function* (options: InitPluginOptions) {
  const { kind, name, home, version } = options;
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const names = yield* Effect.mapError(readName(name), (why) =>
    refused(`Cannot name a plugin "${name}": ${why}`),
  );
  const { directory = names.kebab } = options;
  yield* requireEmpty(directory);
  const example = path.join(home, "configs/plugins", EXAMPLES[kind].name);
  const [source, test] = yield* Effect.orDie(
    Effect.all([fs.readFileString(`${example}.ts`), fs.readFileString(`${example}.test.js`)]),
  );
  const made = pluginPackage(kind, names, {
    ...{ source, test, version },
    folder: path.basename(path.resolve(directory)),
  });
  const paths = yield* Effect.forEach(made.files, ([file, text]) => {
    const place = path.join(directory, file);
    return fs.makeDirectory(path.dirname(place), { recursive: true }).pipe(
      Effect.zipRight(fs.writeFileString(place, text, { flag: "wx" })),
      Effect.mapError((error) => new OutputError({ message: `Cannot write "${place}": ${reasonOf(error)}` })),
      Effect.as(place),
    );
  });
  return { ...made, directory, paths } satisfies MadePackage;
});

const requireEmpty = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const held = yield* Effect.either(fs.readDirectory(directory));
  if (held._tag === "Left") {
    if (held.left._tag === "SystemError" && held.left.reason === "NotFound") return;
    return yield* refused(`Cannot make a plugin in "${directory}": ${reasonOf(held.left)}`);
  }
  if (held.right.length > 0) {
    return yield* refused(
      `Cannot make a plugin in "${directory}": it is not empty; name another folder with --dir`,
    );
  }
});

function refused(says: string): ConfigError {
  return new ConfigError({ issues: [new Issue({ at: "", says })] });
}
