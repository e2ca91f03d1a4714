import { RECORDS } from "./_script_records.ts";
import { SORTING } from "./_script_sorting.ts";

/** All that runs in the page; it changes nothing but what is shown, and asks for nothing. */
export const SCRIPT = `"use strict";
{${SORTING}}
{${RECORDS}}
`;
