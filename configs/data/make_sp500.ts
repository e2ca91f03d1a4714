/**
 * Writes the corpora of the S&P 500 studies: `node .dist/make_sp500.js [--seed N] [--out DIR]`, from the
 * repository's root. The daily closes (Yahoo, 2000 to 2020) come from the development dependency vega-datasets
 * and are not ours to pass on.
 */
import { readFileSync } from "node:fs";
import { writeFiles } from "./_files.ts";
import { readCloses, sp500Files } from "./sp500_files.ts";

const closes = readCloses(readFileSync("node_modules/vega-datasets/data/sp500-2000.csv", "utf8"));

writeFiles((seed) => sp500Files(closes, seed), { seed: 1, out: "configs/data/sp500" });
