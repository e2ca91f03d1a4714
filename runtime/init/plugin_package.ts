import { Either } from "effect";
import { CALLED, type Kind } from "../plugins/mod.ts";
import { EXAMPLES } from "./_examples.ts";
import { type Names, readName, renamedText } from "./_names.ts";

/** A package that holds one plugin. */
export interface PluginPackage {
  /** Texts by path within the package, in the order of reading. */
  readonly files: ReadonlyArray<readonly [path: string, text: string]>;
  /** The part of a config that names the plugin by its path, from a config beside the package's folder. */
  readonly config: string;
}

/** The worked example of a kind. */
export interface ExampleTexts {
  readonly source: string;
  readonly test: string;
}

export interface PackageOptions extends ExampleTexts {
  /** The version of recall-guard that it is made for. */
  readonly version: string;
  /** What the package's folder is called. */
  readonly folder: string;
}

/** A package with a plugin of a kind, made of the worked example. */
export function pluginPackage(
  kind: Kind,
  names: Names,
  { source, test, version, folder }: PackageOptions,
): PluginPackage {
  const example = EXAMPLES[kind];
  const from = Either.getOrThrow(readName(example.name));
  const rename = (text: string) => renamedText(text, from, names);
  const config = (use: string) => rename(example.config).replace("USE", () => use);
  const byPath = config(JSON.stringify(`./${folder}/src/${names.snake}.ts`));
  return {
    files: [
      ["package.json", `${JSON.stringify(manifest(kind, names, version), null, 2)}\n`],
      [`src/${names.snake}.ts`, rename(source)],
      [`test/${names.snake}.test.js`, rename(test)],
      ["README.md", readme(kind, names, { folder, byPath, byName: config(`"npm:${names.kebab}"`) })],
    ],
    config: byPath,
  };
}

function manifest(kind: Kind, { kebab, snake }: Names, version: string) {
  return {
    name: kebab,
    version: "0.1.0",
    description: `A ${CALLED[kind]} for recall-guard`,
    type: "module",
    keywords: ["recall-guard", `recall-guard-${kind}`],
    exports: `./src/${snake}.ts`,
    files: ["src", "test"],
    scripts: { test: "node --test" },
    engines: { node: ">=20.12" },
    peerDependencies: { "recall-guard": `^${version}` },
    peerDependenciesMeta: { "recall-guard": { optional: true } },
  };
}

interface Uses {
  readonly folder: string;
  readonly byPath: string;
  readonly byName: string;
}

function readme(kind: Kind, { kebab, snake }: Names, { folder, byPath, byName }: Uses): string {
  return `# ${kebab}

A ${CALLED[kind]} for recall-guard, in \`src/${snake}.ts\`. Change it, and let its test say whether it still keeps what
recall-guard expects of every ${CALLED[kind]}:

\`\`\`sh
npm install --no-save --ignore-scripts ../recall-guard # its folder or its tarball
npm test
\`\`\`

The plugin needs nothing installed to run: \`recall-guard/plugin\` and \`effect\` are those of the command, and the command
takes the types off. An editor wants to find them too: \`npm install --save-dev effect\`.

In a config, by its path (relative to the config):

\`\`\`yaml
${byPath}
\`\`\`

or, after \`npm install ./${folder}\` (or its tarball, by \`npm pack\`), by its name:

\`\`\`yaml
${byName}
\`\`\`
`;
}
