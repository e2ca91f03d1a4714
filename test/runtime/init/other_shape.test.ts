import { describe, expect, it } from "vitest";
import { otherShape } from "../../../runtime/init/_other_shape.ts";

const ROW = '{"prompt": "...", "target_direction": 1, "metadata": {"date": "2024-02-01"}}';

describe("otherShape()", () => {
  it.each([
    [
      "a.json",
      '[{"prompt": "x"}]',
      `"a.json" is a JSON array, and an eval set has a row a line: jq -c '.[]' "a.json" > "a.jsonl"`,
    ],
    [
      "a.json",
      '\ufeff{\n  "rows": [{"prompt": "x"}],\n  "version": 1\n}\n',
      `"a.json" is one JSON object, and an eval set has a row a line: jq -c '.["rows"][]' "a.json" > "a.jsonl"`,
    ],
    [
      "a.jsonl",
      '{\n  "prompt": "x"\n}\n',
      `"a.jsonl" is one JSON object over several lines, and an eval set has a row a line: jq -c . "a.jsonl" > "a.jsonl"`,
    ],
    [
      "a.csv",
      'prompt,"target",date\nUp?,1,2024-01-01\n',
      `"a.csv" looks like CSV (prompt, target, date), and an eval set has a row of JSON a line, such as ${ROW}`,
    ],
    [
      "a.tsv",
      "prompt\ttarget\n",
      `"a.tsv" looks like CSV (prompt, target), and an eval set has a row of JSON a line, such as ${ROW}`,
    ],
    [
      "a.jsonl",
      '{"question": "x", "answer": "up"}\n{"question": "y"}\n',
      `"a.jsonl" has rows with the keys question, answer; an eval set has rows like ${ROW}`,
    ],
    [
      "a.jsonl",
      '{"prompt": "x", "label": 1}\n',
      `"a.jsonl" has prompts without target_direction, as a corpus (is_memorized, oos_control) has; init starts from the eval set, whose rows are like ${ROW}`,
    ],
  ])("tells what %s is: %j", (name, text, says) => {
    expect(otherShape(name, text)).toBe(says);
  });

  it.each([
    [""],
    ["just words"],
    ['{"prompt": "x", "target_direction": 2}\n'],
    ['{"_cutoff_date": "2024-13-01"}\n'],
    ['{"prompt": "x", target_direction: 1}\n'],
    ['{"prompt": "x", "target_direction": 1'],
  ])("leaves %j to its own first mistake", (text) => {
    expect(otherShape("a.jsonl", text)).toBeNull();
  });
});
