/** Writes the corpora of the demo: `node .dist/make_demo.js [--seed N] [--out DIR]`, from the repository's root. */
import { writeFiles } from "./_files.ts";
import { DEMO_SEED, demoFiles } from "./demo_files.ts";

writeFiles(demoFiles, { seed: DEMO_SEED, out: "configs/data/demo" });
