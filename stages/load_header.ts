import { Effect, Option, Stream } from "effect";
import { Inputs, Schema } from "../plugins/contract/mod.ts";
import { Header } from "./_row.ts";
import { unpacked } from "./_unpacked.ts";

const HeaderLine = Schema.parseJson(Header);

/** The date that an eval set's first line says all its rows come after, or null where it says none. */
export const loadHeader = Effect.fn("load.header")(function* (path: string) {
  const inputs = yield* Inputs;
  const file = yield* unpacked(yield* inputs.open(path), inputs.placeOf(path));
  const lines = Stream.splitLines(Stream.decodeText(file.bytes, "utf-8"));
  const first = yield* Stream.runHead(Stream.filter(lines, (line) => line.trim() !== ""));
  const header = Option.flatMap(first, Schema.decodeUnknownOption(HeaderLine));
  return Option.getOrNull(Option.map(header, ({ _cutoff_date }) => _cutoff_date));
});
