/** Writes the example corpora: `node .dist/make_example.js [--seed N] [--out DIR]`, from the repository's root. */
import { writeFiles } from "./_files.ts";
import { EXAMPLE_SEED, exampleFiles } from "./example_files.ts";

writeFiles(exampleFiles, { seed: EXAMPLE_SEED, out: "configs/data/example" });
