import { Chunk, Effect, Stream } from "effect";
import type { EvalRecord, Exchange, Report } from "../../contract/mod.ts";
import type { ReportedModel } from "./_model.ts";
import { type RowData, rowData } from "./_row_data.ts";

/** The records of one model as far as the page shows them, in the order of the eval set. */
export interface ShownRecords {
  readonly model: ReportedModel;
  readonly records: ReadonlyArray<EvalRecord>;
  /** How many records there are. */
  readonly size: number;
}

/** What the page has of the records. */
export interface RecordsData {
  readonly shown: ReadonlyArray<ShownRecords>;
  /** JSON for the script, safe inside a script element. */
  readonly json: string;
  /** Tokens of an answer at most; infinite where none was cut. */
  readonly most: number;
  /** Rows of each model that open. */
  readonly opening: number;
}

/** Bytes of a row of a records table, about. */
const ROW_BYTES = 300;

/** Of the bytes that records may take, what the rows of their tables may; what they open to takes the rest. */
const ROWS_SHARE = 0.4;

/** Tokens of an answer that are kept: as many as leave room for every record. */
const CUTS = [Number.POSITIVE_INFINITY, 384, 256, 192, 128, 96, 64, 48, 32];

/** Characters of a question that are kept. */
const QUESTION = 1200;

/** Reads as many records as there is room for, the same rows of every model, and what they open to. */
export const recordsData = Effect.fn("html.records")(function* (
  models: ReadonlyArray<ReportedModel>,
  { exchanges }: Pick<Report, "exchanges">,
  { room, questions }: RecordsOptions,
) {
  const measured = models.filter(({ result }) => result.records.size > 0);
  const rows = Math.floor((ROWS_SHARE * room) / ROW_BYTES / Math.max(1, measured.length));
  const read = yield* Effect.forEach(measured, (model) => {
    const asked = Stream.runCollect(Stream.take(exchanges(model.result), rows));
    return Effect.map(asked, (found): Read => {
      const { size } = model.result.records;
      return {
        model,
        size,
        records: firstOf(model.result.records, rows),
        exchanges: Chunk.toReadonlyArray(found),
      };
    });
  });
  const taken = read.reduce((sum, { records }) => sum + ROW_BYTES * records.length, 0);
  return { shown: read, ...fittedJson(read, { bytes: room - taken, questions }) } satisfies RecordsData;
});

/** What is to be held. */
export interface RecordsOptions {
  /** In bytes. */
  readonly room: number;
  /** Whether the text of the questions is. */
  readonly questions: boolean;
}

interface Read extends ShownRecords {
  readonly exchanges: ReadonlyArray<Exchange>;
}

function firstOf(records: Iterable<EvalRecord>, count: number): ReadonlyArray<EvalRecord> {
  const first: Array<EvalRecord> = [];
  if (count === 0) return first;
  for (const record of records) {
    first.push(record);
    if (first.length === count) break;
  }
  return first;
}

/** All rows with as many tokens as fit; where even few do not, the first rows. */
function fittedJson(
  read: ReadonlyArray<Read>,
  { bytes, questions }: Omit<RecordsOptions, "room"> & { readonly bytes: number },
): Pick<RecordsData, "json" | "most" | "opening"> {
  const all = Math.max(0, ...read.map(({ records }) => records.length));
  for (const most of CUTS) {
    const json = jsonOf(read, { most, rows: all, questions });
    if (Buffer.byteLength(json) <= bytes) return { json, most, opening: all };
  }
  const most = CUTS.at(-1) ?? 0;
  let rows = all;
  let json = jsonOf(read, { most, rows, questions });
  while (rows > 0 && Buffer.byteLength(json) > bytes) {
    rows = Math.floor(rows / 2);
    json = jsonOf(read, { most, rows, questions });
  }
  return { json, most, opening: rows };
}

function jsonOf(
  read: ReadonlyArray<Read>,
  { most, rows, questions }: { readonly most: number; readonly rows: number; readonly questions: boolean },
): string {
  const [longest] = read.toSorted((a, b) => b.records.length - a.records.length);
  const asked = (longest?.records ?? []).slice(0, rows).map(({ promptHash }, row) => {
    const prompt = questions ? longest?.exchanges[row]?.prompt : undefined;
    return prompt?.slice(0, QUESTION) ?? `Row ${row + 1} of the eval set, prompt ${promptHash}`;
  });
  const details = read.map(({ model, records, exchanges }) =>
    records.slice(0, rows).map((record, row): RowData => {
      const exchange = exchanges[row] ?? { prompt: "", answer: null };
      return rowData(record, exchange, model.found, most);
    }),
  );
  return scriptSafe(JSON.stringify({ questions: asked, models: details }));
}

/** JSON that neither ends the script element that holds it nor opens a comment in it. */
function scriptSafe(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
