/** Answers of kinds seen in the field, beside the handed ones: what each must come to. */
export interface Field {
  /** Texts from which no complete answer may be read. */
  readonly fails: ReadonlyArray<string>;
  /** Texts with what they say. */
  readonly says: ReadonlyArray<readonly [text: string, direction: -1 | 0 | 1, confidence: number]>;
}

const UP = "Direction: 1\nConfidence: 0.65";
const DOWN = "Direction: -1\nConfidence: 0.65";
const FLAT = "Direction: 0\nConfidence: 0.65";
const up = (texts: ReadonlyArray<string>) => texts.map((text) => [text, 1, 0.65] as const);
const down = (texts: ReadonlyArray<string>) => texts.map((text) => [text, -1, 0.65] as const);
const withDirection = (value: string) => `Direction: ${value}\nConfidence: 0.65`;
const withConfidence = (value: string) => `Direction: -1\nConfidence: ${value}`;

export const FIELD: Readonly<Record<string, Field>> = {
  "legends of the numbers": {
    fails: [
      "Direction: 1 = up, -1 = down, 0 = flat\nConfidence: 0.65",
      "Direction: -1 = down, 0 = flat, 1 = up\nConfidence: 0 = none, 1 = sure",
      "Direction: -1: down; 0: flat; 1: up\nConfidence: 0.0: none; 1.0: certain",
      "Direction: -1 means down, 0 means flat, 1 means up\nConfidence: 0 means none, 1 means certain",
      "Direction:\n-1 (down)\n0 (flat)\n1 (up)\nConfidence:\n0.0 (lowest)\n1.0 (highest)",
      "Direction: -1 down 0 flat 1 up\nConfidence: 0.5",
      "Direction: 0 = flat, 1 = up\nConfidence: 0.5",
      "Direction: 1\nConfidence: 0 = no idea, 1 = certain",
      "Direction: 1\nConfidence: 0 (low) to 1 (high)",
      "Direction: 1\nConfidence: 0.0 (lowest) - 1.0 (highest)",
      "Direction: 1\nConfidence:\n0.0 (lowest)\n1.0 (highest)",
    ],
    says: [
      ...up([
        withDirection("1 (1 = up, 0 = flat, -1 = down)"),
        withDirection("1 (up)"),
        withDirection("1 = up"),
        withDirection("1 (up), as 0 of the last ten sessions fell"),
      ]),
      ...down([
        withConfidence("0.65 (0 = no idea, 1 = certain)"),
        withConfidence("0.65 (on a scale of 0 to 1)"),
      ]),
      [withConfidence("1 (certain)"), -1, 1],
      [withConfidence("0 (none)"), -1, 0],
    ],
  },
  "answers given again without a label": {
    fails: [
      ...[
        "The final answer is $\\boxed{-1}$.",
        "\\boxed{-1}",
        "Final answer: -1",
        "Answer: -1",
        "**-1**",
        "My final answer is -1.",
        "Edit: -1",
        "Update: -1 given the CPI print.",
        "I made a mistake. The answer is -1.",
        "So the answer is 0.",
      ].map((text) => `${UP}\n\n${text}`),
      `${FLAT}\n\nThe final answer is $\\boxed{1}$.`,
    ],
    says: [
      ...up([
        `${UP}\n\nThe final answer is $\\boxed{1}$.`,
        `${UP}\n\nFinal answer: 1`,
        `${UP}\n\n1`,
        `${UP}\n\n-1 % was the fall of last week.`,
        `${UP}\n\nThe answer is 1 for the reasons above.`,
        `${UP}\n\n1. The Fed is on hold.\n2. Earnings beat.`,
        `${UP}\n\n- 1 day of gains\n- 0 day of losses`,
      ]),
      ...down([`${DOWN}\n\nUpdate: -1 given the CPI print.`]),
      ["Direction:\n-1\nConfidence:\n1", -1, 1],
      ["Direction:\n1\nConfidence:\n0\n", 1, 0],
    ],
  },
  "answers taken back": {
    fails: [
      ...[
        "Sorry, that was wrong. It should be down.",
        "The answer above is incorrect.",
        "Wait, that's reversed.",
        "I'd go with down instead.",
        "Please disregard my answer",
        "This is only an example, not a forecast.",
        "Note: the above is a placeholder.",
        "Ignore that.",
        "Please forget the above.",
      ].map((text) => `${UP}\n\n${text}`),
      "Direction: 1\nSorry, I meant -1.\nConfidence: 0.65",
      "Direction: 1\nOops, -1\nConfidence: 0.65",
      "Direction: 1\nNo, that's wrong: -1.\nConfidence: 0.65",
      "Direction: 1\nHmm, no. -1.\nConfidence: 0.65",
      "Direction: 1 is wrong\nConfidence: 0.65",
      "Anything but Direction: 1\nConfidence: 0.65",
    ],
    says: [
      ...up([
        `${UP}\n\nI chose 1 rather than 0.`,
        `${UP}\n\nI chose 1 instead of -1.`,
        `${UP}\n\nInvestors ignore this risk.`,
        `${UP}\n\nMarkets tend to ignore that.`,
        `${UP}\n\nThe consensus that was wrong last week may be wrong again.`,
        `${UP}\n\nSorry for the brevity.`,
        `${UP}\n\nPlease ignore this if you hold for years.`,
        `${UP}\n\nThis is an example of a breakout.`,
        `${UP}\n\nNo, this is no advice.`,
        `Here is my response in the requested format:\n\n${UP}`,
        `Following the template provided, my answer is:\n\n${UP}`,
      ]),
      ...down([
        `${DOWN}\n\nRationale: the Fed may wait until December 1.`,
        `${DOWN}\n\nThe correction in tech that began on May 1, 2024 continues.`,
        "Direction: -1\nNo surprise is expected.\nConfidence: 0.65",
      ]),
      [`${FLAT}\n\nThe revised payrolls were released on Sept 1, with little impact.`, 0, 0.65],
    ],
  },
  "examples under a heading": {
    fails: [
      "The output should look like this:",
      "Sample output:",
      "Template:",
      "Format example -",
      "e.g.",
      "Output format:",
    ].map((heading) => `${heading}\n${UP}`),
    says: up([
      `Based on the sample of news above, I expect gains.\n${UP}`,
      `My answer:\n${UP}`,
      `The chart looks like a breakout.\n${UP}`,
    ]),
  },
  "reasoning in marks of its own": {
    fails: [
      `<|START_THINKING|>\n${UP}\n<|END_THINKING|>\nI cannot say.`,
      `<unused94>thought\n${UP}<unused95>I cannot say.`,
      `<|channel>thought\n${UP}<channel|>I cannot say.`,
      "analysisWe need to answer. Direction: 1, Confidence: 0.65",
      `<details type="reasoning" done="true">\n<summary>Thought for 3 s</summary>\n${UP}\n</details>\nI can't answer.`,
      `<reason>${UP}</reason>\nI cannot say.`,
      `<|thinking|>${UP}<|/thinking|>\nI cannot say.`,
    ],
    says: down([
      `<|START_THINKING|>\n${UP}\n<|END_THINKING|>\n<|START_RESPONSE|>${DOWN}<|END_RESPONSE|>`,
      `<unused94>thought\n${UP}<unused95>${DOWN}`,
      `<|channel>thought\n${UP}<channel|>${DOWN}`,
      `<details type="reasoning" done="true">\n${UP}\n</details>\n${DOWN}`,
      `<details>\n<summary>Forecast</summary>\n${DOWN}\n</details>`,
      `<|thinking|>${UP}<|/thinking|>\n${DOWN}`,
      `analysis\n${DOWN}`,
      `analysisWe need a call.assistantfinal${DOWN}`,
    ]),
  },
  "tokens at the end of a turn": {
    fails: [
      `Confidence: 0.65\nDirection: -1<|im_end|>\n<|im_start|>assistant\nConfidence: 0.65\nDirection: 1`,
      `Direction: -1<|im_end|>\n<|im_start|>user\nDirection: 1\nConfidence: 0.65`,
    ],
    says: down(
      [
        "<|im_end|>",
        "<|eot_id|>",
        "<|end|>",
        "<|endoftext|>",
        "<\uFF5Cend\u2581of\u2581sentence\uFF5C>",
        "</s>",
        "</s></s>",
        "<end_of_turn>",
      ].map((token) => DOWN + token),
    ),
  },
  "words behind the number that say otherwise": {
    fails: [
      ..."1 | Down;1 (i.e. down);1 (i.e., bearish);1 (decreasing);1 (declining);1 (dropping);1 (drop);1 (downtrend)"
        .split(";")
        .map(withDirection),
      ..."1 (weaker);1 (a decline);-1 (increasing);-1 (uptrend);-1 (rally);1 \u2198;-1 \u2197;1 \u{1F43B}"
        .split(";")
        .map(withDirection),
      ...["1（下跌）", "1 (下落)", "-1（上涨）", "1 (падение)", "1 (baisse)", "1 (fallend)"].map(
        withDirection,
      ),
      "| Direction | 1 | Down |\n| Confidence | 0.65 | moderate |",
    ],
    says: [
      ...up([withDirection("1 (uptrend)"), withDirection("1 | Up"), withDirection("1 (i.e. up)")]),
      ...down([withDirection("-1 (dropping)"), withDirection("-1（下跌）"), withDirection("-1 \u{1F43B}")]),
    ],
  },
  "what is struck out": {
    fails: [`<del>\n${UP}\n</del>\nI cannot answer.`, `<s>${UP}</s> I cannot answer.`],
    says: down([`<del>\n${UP}\n</del>\n${DOWN}`]),
  },
  "sentences with a full stop": {
    fails: ["Direction:\n1. Confidence: 0.65"],
    says: [
      ...up([
        "Direction: 1. Confidence: 0.65.",
        "Direction is 1. Confidence is 0.65.",
        "Direction: **1**. Confidence: **0.65**.",
      ]),
      ...down(["Direction: -1. Confidence: 0.65."]),
      ["Direction: 0. Confidence: 0.5.", 0, 0.5],
      ["Confidence: 1. Direction: -1.", -1, 1],
      ["1. Direction: -1 2. Confidence: 0.65", -1, 0.65],
    ],
  },
  "brackets around the label": {
    fails: ["[Direction 1]: -1\n[Confidence]: 0.65"],
    says: down([
      "[Direction]: -1\n[Confidence]: 0.65",
      "**[Direction]**: -1\n**[Confidence]**: 0.65",
      "(Direction): -1\n(Confidence): 0.65",
      "方向 (Direction): -1\n信心 (Confidence): 0.65",
      "「Direction」：-1\n「Confidence」：0.65",
      "\\[ \\text{Direction} = -1, \\quad \\text{Confidence} = 0.65 \\]",
      "$\\text{Direction} = -1$\n$\\text{Confidence} = 0.65$",
    ]),
  },
  "line breaks of LaTeX": {
    fails: [],
    says: up([
      "$\\boxed{\\text{Direction: } 1 \\\\ \\text{Confidence: } 0.65}$",
      "Direction: 1 \\\\ Confidence: 0.65",
      "\\begin{aligned} Direction: 1 \\\\\nConfidence: 0.65 \\end{aligned}",
    ]),
  },
  "words before the confidence": {
    fails: [],
    says: down([
      "Direction: -1\nLevel of confidence: 0.65",
      "Direction: -1\nMy level of confidence is 0.65",
      "Direction: -1\nDegree of confidence: 0.65",
      "Direction: -1 at confidence 0.65",
    ]),
  },
  "what is escaped twice": {
    fails: [],
    says: down([
      "Direction: -1\\nConfidence: 0.65",
      '"{\\"direction\\": -1, \\"confidence\\": 0.65}"',
      '{\\"direction\\": -1, \\"confidence\\": 0.65}',
      "$\\neq$ is no line break.\nDirection: -1\nConfidence: 0.65",
    ]),
  },
  "confidences of another scale, or of two numbers": {
    fails: [
      "1 in 10",
      "1 in 3",
      "1 (1 = low, 5 = high)",
      "1 [1=low, 3=high]",
      "1 (1-5)",
      "1 (max 5)",
      "1 (low, 1-3)",
      "1 - Low",
      "0.6; 0.7",
      "(0.6; 0.7)",
      "0.6 increased to 0.7",
      "0.6, revised to 0.7",
      "0.6 x 0.9 = 0.54",
      "1 \u2212 p",
      "0.65 and above",
      "0\n.65",
      "0\n65",
    ].map(withConfidence),
    says: [
      ...down([withConfidence("0.65; high"), withConfidence("0.65 (3 of 5 signs agree)")]),
      ["Direction: -1\nConfidence: 1 in my view", -1, 1],
      ["Direction: -1\nConfidence: 1 - High", -1, 1],
    ],
  },
  "labels with an index": {
    fails: ["Direction 1: Up\nConfidence 1: High", "Direction 1: -1\nConfidence 1: 0.65"],
    says: [],
  },
};
