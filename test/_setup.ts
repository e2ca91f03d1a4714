import fc from "fast-check";
import { FUZZ_SEED } from "./fuzz/_options.ts";

// A property that fails here fails everywhere; `FUZZ_SEED` looks elsewhere.
fc.configureGlobal({ seed: FUZZ_SEED });
