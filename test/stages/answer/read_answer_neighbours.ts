/** What a neighbour must give: direction and confidence, a lone direction, or nothing. */
export type Wanted = readonly [direction: -1 | 0 | 1 | null, confidence: number | null];

const NONE: Wanted = [null, null];

function direction(value: string): string {
  return `Direction: ${value}\nConfidence: 0.6`;
}

function confidence(value: string): string {
  return `Direction: -1\nConfidence: ${value}`;
}

function all(texts: readonly string[], wanted: Wanted): readonly (readonly [string, Wanted])[] {
  return texts.map((text) => [text, wanted] as const);
}

const minuses = [
  "\u2212",
  "\u2010",
  "\u2011",
  "\u2012",
  "\u2013",
  "\u2014",
  "\u2015",
  "\uFE58",
  "\uFE63",
  "\uFF0D",
];

/** Made-up answers, next to the handed ones, by kind of fault. */
export const NEIGHBOURS: Readonly<Record<string, readonly (readonly [string, Wanted])[]>> = {
  "unicode minus": [
    ...all(
      minuses.map((minus) => direction(`${minus}1`)),
      [-1, 0.6],
    ),
    ...all(
      minuses.map((minus) => direction(`**${minus}1**`)),
      [-1, 0.6],
    ),
    ...all(
      minuses.map((minus) => direction(`(${minus}1.0)`)),
      [-1, 0.6],
    ),
    ...all(
      [direction("\u2796\uFE0F1"), direction("-\u200B1"), direction("**-**1"), direction("-**1**")],
      [-1, 0.6],
    ),
    ...all(
      minuses.map((minus) => confidence(`0.4${minus}0.6`)),
      [-1, null],
    ),
    ...all(
      minuses.map((minus) => confidence(`${minus}0.6`)),
      [-1, null],
    ),
  ],
  "unclear dash": all(
    [
      direction("\u2014 1"),
      direction("\u2013 1"),
      direction("\u00AD1"),
      direction("\u00AD 1"),
      direction("--1"),
      direction("1-"),
      direction("\n- 1"),
      direction("\n\u2013 1"),
      "Direction:\n- 1\nConfidence:\n- 0.8",
      "Direction - 1\nConfidence: 0.6",
      "Direction \u2013 1\nConfidence: 0.6",
      "Direction-1\nConfidence: 0.6",
      "Direction\u20131\nConfidence: 0.6",
      "Direction: - 1\nConfidence: - 0.6",
      direction("&minus;1"),
      direction("&#8722;1"),
      direction("&#x2d;1"),
      direction("&ndash;1"),
      direction("\u00AF1"),
      direction("\u207B\u00B9"),
      direction("\u229D1"),
      direction("{-}1"),
      direction("\\neg 1"),
      direction("\\text{-}1"),
      direction("\\phantom{-}1"),
      direction("1<sup>-</sup>"),
      direction("\u202E1-"),
      direction("\u00B11"),
      direction("+/-1"),
    ],
    NONE,
  ),
  digits: [
    ...all([direction("\uFF11"), direction("\u0661"), direction("\u06F1"), direction("\u0967")], [1, 0.6]),
    ...all([direction("\u{1D7CF}"), direction("\u{1D7D9}"), direction("\uFF0B\uFF11")], [1, 0.6]),
    ...all(
      [confidence("\uFF10\uFF0E\uFF16"), confidence("\u0660\u066B\u0666"), confidence("\uFF16\uFF10\uFF05")],
      [-1, 0.6],
    ),
    ...all(
      [direction("\u00B9"), direction("\u2460"), direction("1\uFE0F\u20E3"), direction("1\u0336")],
      NONE,
    ),
    ...all([direction("\u58F1"), direction("I"), direction("1\u00B2"), direction("\u{1F4C9}")], NONE),
  ],
  "trailing prose": [
    ...all(
      [direction("1 - bullish"), direction("1 (up)"), direction("1, since 3 of 5 signals agree")],
      [1, 0.6],
    ),
    ...all([direction("1. Not because of one day"), direction("1 because 1 of the leaders rose")], [1, 0.6]),
    ...all([direction("1 (1 = up, 0 = flat, -1 = down)"), direction("1\n\nThe close was 4100.5")], [1, 0.6]),
    ...all(
      [confidence("0.6 because of 48.2"), confidence("0.6. 10-year yields fell"), confidence("0.6 (60%)")],
      [-1, 0.6],
    ),
    ...all(
      [confidence("0.6, roughly"), confidence("0.6 or so"), confidence("0.6!"), confidence("0.6;")],
      [-1, 0.6],
    ),
    ...all(
      [direction("1 (bearish)"), direction("1 down"), direction("-1 (up)"), direction("0 - bullish")],
      NONE,
    ),
    ...all(
      [
        direction("1 day ahead"),
        direction("1 of 3"),
        direction("1x"),
        direction("1st"),
        direction("1% down"),
      ],
      NONE,
    ),
  ],
  hedges: all(
    [
      direction("1 or -1"),
      direction("-1/0"),
      direction("0/1"),
      direction("1 | 0"),
      direction("1, -1"),
      direction("1,0"),
      direction("-1 to 1"),
      direction("-1..1"),
      direction("0 \u2192 1"),
      direction("1 and 0"),
      direction("1?"),
      direction("1 (or 0)"),
      direction("1 (could be -1)"),
      direction("1, perhaps -1"),
      direction("1 maybe"),
      direction("1\nor -1"),
      direction("1 \u{1F4C9}"),
      direction("-1 (\u2191)"),
      "Respond with 'Direction: 1' or 'Direction: -1'.\nConfidence: 0.6",
      direction("1\n-1"),
      direction("1 if rates fall, -1 otherwise"),
      direction("1 for SPY, -1 for QQQ"),
      direction("~1"),
      direction("about 1"),
      direction("probably 1"),
      direction("not -1"),
      direction("[1/-1/0]"),
      direction("{-1, 0, 1}"),
      direction("<-1|0|1>"),
      direction("~~1~~ -1"),
      direction("<del>1</del> -1"),
      direction("<s>1</s>"),
    ],
    NONE,
  ),
  "out of range": all(
    [
      "2",
      "-2",
      "10",
      "11",
      "01",
      "0.5",
      "-0.9",
      "1.5",
      "1.01",
      "1e1",
      "NaN",
      "Infinity",
      "1 000",
      "1,000",
      "1.0.1",
    ].map(direction),
    NONE,
  ),
  words: all(
    ["up", "Down", "bullish", "minus one", "negative 1", "Up (1)", "neutral", "one", ""].map(direction),
    NONE,
  ),
  "confidence numbers": [
    ...all(
      [confidence(".6"), confidence("+0.6"), confidence("6e-1"), confidence("0,6"), confidence(",6")],
      [-1, 0.6],
    ),
    ...all(
      [
        confidence("60%"),
        confidence("60 %"),
        confidence("60 percent"),
        confidence("60pct"),
        confidence("60.0%"),
      ],
      [-1, 0.6],
    ),
    ...all(
      [confidence("about 60%"), confidence("~0.6"), confidence("6/10"), confidence("60/100")],
      [-1, 0.6],
    ),
    ...all(
      [confidence("6 out of 10"), confidence("3/5"), confidence("0.6/1"), confidence("60\\%")],
      [-1, 0.6],
    ),
    [confidence("1%"), [-1, 0.01]],
    [confidence("0.5%"), [-1, 0.005]],
    [confidence("7%"), [-1, 0.07]],
    [confidence("1/10"), [-1, 0.1]],
    [confidence("1."), [-1, 1]],
    [confidence("1,0"), [-1, 1]],
    [confidence("0"), [-1, 0]],
    ...all(
      [
        "65",
        "-0.3",
        "1.5",
        "150%",
        "-5%",
        "0.4-0.6",
        "0.4 to 0.6",
        "between 0.4 and 0.6",
        "60-70%",
        "0.6 \u00B1 0.1",
      ].map(confidence),
      [-1, null],
    ),
    ...all(
      [
        "0.7.1",
        "0. 75",
        "0.",
        "00.7",
        "1 000",
        "1,000",
        "0'7",
        "0_7",
        "0.7x",
        "0.7*2",
        "0.7**2",
        "65\u2030",
      ].map(confidence),
      [-1, null],
    ),
    ...all(
      [
        ">0.6",
        "\u2265 60%",
        "at least 0.6",
        "<0.6",
        "high",
        "High (0.9)",
        "NaN",
        "Infinity",
        "1e400",
        "none",
      ].map(confidence),
      [-1, null],
    ),
    ...all(
      ["0/1", "1/1", "1/0", "0.6/0.7", "0.8/10", "11/10", "8/10/2024", "0.6, 0.7", "0.6 or 0.7", "0.6?"].map(
        confidence,
      ),
      [-1, null],
    ),
    ...all(
      [
        "[0,1]",
        "[0.0-1.0]",
        "0..1",
        "0 retries left",
        "1 (out of 10)",
        "1 on a scale of 1 to 10",
        "0.7 (60%)",
      ].map(confidence),
      [-1, null],
    ),
    ...all(
      ["\\frac{7}{10}", "0.7\\pm 0.1", "65 percentage points", "95% interval", "0\u00B77", "60%ile"].map(
        confidence,
      ),
      [-1, null],
    ),
  ],
  wrappers: [
    ...all(
      ["[-1]", "(-1)", "{-1}", "<-1>", '"-1"', "'-1'", "\u201C-1\u201D", "\u00AB-1\u00BB", "`-1`"].map(
        direction,
      ),
      [-1, 0.6],
    ),
    ...all(
      ["**-1**", "__-1__", "_-1_", "***-1***", "<b>-1</b>", "<b>-</b>1", "$-1$", "\\(-1\\)"].map(direction),
      [-1, 0.6],
    ),
    ...all(
      ["\\boxed{-1}", "$\\boxed{-1}$", "\\mathbf{-1}", "\\text{-1}", "$\\mathbf{-1}$"].map(direction),
      [-1, 0.6],
    ),
    ...all(
      [
        "\\boxed{\\text{Direction: } -1, \\text{Confidence: } 0.6}",
        "<p><strong>Direction:</strong>&nbsp;-1</p><p>Confidence:&nbsp;0.6</p>",
        "<answer><direction>-1</direction><confidence>0.6</confidence></answer>",
        "<ul><li>Direction: -1</li><li>Confidence: 0.6</li></ul>",
        "<table><tr><td>Direction</td><td>-1</td></tr><tr><td>Confidence</td><td>0.6</td></tr></table>",
        "> **Direction:** -1\n> **Confidence:** 0.6",
        "* Direction: -1\n* Confidence: 0.6",
        "1) Direction: -1\n2) Confidence: 0.6",
        "### Direction\n-1\n### Confidence\n0.6",
        "~~~\nDirection: -1\nConfidence: 0.6\n~~~",
        "'Direction: -1'\n'Confidence: 0.6'",
        "<!-- Direction: 1 Confidence: 0.9 -->Direction: -1\nConfidence: 0.6",
      ],
      [-1, 0.6],
    ),
    ...all([direction("1<sub>0</sub>"), '<direction value="-1"/>1\n<confidence>0.6</confidence>'], NONE),
  ],
  layouts: [
    ...all(
      [
        "Confidence: 0.6\nDirection: -1",
        "Direction: -1, Confidence: 0.6",
        "Direction: -1 | Confidence: 0.6",
        "Direction: -1; Confidence: 60%; Horizon: 5",
        "Direction => -1\nConfidence => 0.6",
        "Direction == -1\nConfidence == 0.6",
        "Direction := -1\nConfidence := 0.6",
        "Direction -1\nConfidence 0.6",
        "The direction is -1 with a confidence of 0.6.",
        "Final answer: direction is -1 and confidence is 0.6",
        "My final direction: -1\nMy overall confidence level: 0.6",
        "Direction (1/0/-1): -1\nConfidence (0.0-1.0): 0.6",
        "Direction for the S&P 500 on 2024-10-02: -1\nConfidence score: 0.6",
        "Directional: -1\nConfidence in the direction: 0.6",
        "Direction:\n\n-1\n\nConfidence:\n\n0.6",
        "DIRECTION\u3000:\u2003-1\r\nCONFIDENCE\t:\t0.6",
        "| Direction | -1 |\n| Confidence | 0.6 |",
        "| Ticker | Direction | Confidence |\n|:--|:-:|--:|\n| SPY | \u22121 | 60% |",
        "Direction | Confidence\n--- | ---\n-1 | 0.6",
        "If I had to guess, Direction: -1\nConfidence: 0.6",
        "I would say direction: -1, confidence: 0.6",
        "Direction: Direction: -1\nConfidence: 0.6",
      ],
      [-1, 0.6],
    ),
    ...all(
      [
        "| Direction | Confidence |\n|---|---|\n| 1 | 0.6 |\n| -1 | 0.6 |",
        "| Direction | Confidence |\n|---|---|\n| -1 |",
        "| Direction | 1 | -1 |\n| Confidence | 0.6 | 0.7 |",
        "Direction, Confidence: -1, 0.6",
        "Direction/Confidence: 1/0.6",
        "direction,confidence\n-1,0.6",
        "-1\n0.6",
        "Richtung: 1\nKonfidenz: 0.6",
      ],
      NONE,
    ),
  ],
  "label neighbours": [
    ...all(
      [
        "Market direction: 1 last week.\nDirection: -1\nConfidence: 0.6",
        "Prior direction: 1\nDirection: -1\nConfidence: 0.6",
        "Over-confidence: 0.9\nDirection: -1\nConfidence: 0.6",
        "Direction: -1\nConfidence interval: 0.2 to 0.4\nConfidence: 0.6",
        "Direction confidence: 0.9\nDirection: -1\nConfidence: 0.6",
        "Direction: -1\nModel_confidence: 0.9\nConfidence: 0.6",
        "market_direction: 1\ndirection: -1\nconfidence: 0.6",
        "Direction-neutral: 1\nDirection: -1\nConfidence: 0.6",
        "Direction: -1\nConfidence: 0.6\nBidirectional: 1",
      ],
      [-1, 0.6],
    ),
    ...all(
      ["Confidence (0-10): 1", "Confidence (%): 0.6", "Confidence (1-5): 1"].map(
        (line) => `Direction: -1\n${line}`,
      ),
      [-1, null],
    ),
    ...all(
      [
        "Market direction: 1\nConfidence: 0.6",
        "Confidence in direction: 1",
        "[ERROR] Direction: request 1 of 1",
      ],
      NONE,
    ),
  ],
  reasoning: [
    ...all(
      [
        "<think>Direction: 1\nConfidence: 0.9</think>Direction: -1\nConfidence: 0.6",
        "<THINK >Direction: 1\nConfidence: 0.9</THINK >\nDirection: -1\nConfidence: 0.6",
        "Direction: 1\nConfidence: 0.9</think>Direction: -1\nConfidence: 0.6",
        "<thinking>Direction: 1</thinking>Direction: -1\nConfidence: 0.6",
        "<reasoning>Direction: 1</reasoning>Direction: -1\nConfidence: 0.6",
        "<think><think>a</think>Direction: 1</think>Direction: -1\nConfidence: 0.6",
        "[THINK]Direction: 1[/THINK]Direction: -1\nConfidence: 0.6",
        "\u25C1think\u25B7Direction: 1\u25C1/think\u25B7Direction: -1\nConfidence: 0.6",
        "&lt;think&gt;Direction: 1&lt;/think&gt;Direction: -1\nConfidence: 0.6",
        "<thi\u200Bnk>Direction: 1</think>Direction: -1\nConfidence: 0.6",
        "<seed:think>Direction: 1</seed:think>Direction: -1\nConfidence: 0.6",
        "<|channel|>analysis<|message|>Direction: 1<|end|><|start|>assistant<|channel|>final<|message|>Direction: -1\nConfidence: 0.6",
        "Direction: -1\nConfidence: 0.6\n<think>or Direction: 1, Confidence: 0.2",
        '<think>{"direction": 1, "confidence": 0.9}</think>{"direction": -1, "confidence": 0.6}',
      ],
      [-1, 0.6],
    ),
    ...all(
      [
        "<think>Direction: 1\nConfidence: 0.6",
        "<think><think>x</think>Direction: 1\nConfidence: 0.6",
        "Direction: 1\nConfidence: 0.6</think>",
      ],
      NONE,
    ),
  ],
  templates: [
    ...all(
      [
        "Format:\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]\n\nDirection: -1\nConfidence: 0.6",
        "Direction: -1, 0, or 1\nConfidence: 0 to 1\n\nDirection: -1\nConfidence: 0.6",
        "Direction: -1\nConfidence: 0.6\n\n(Format: Direction: <1|0|-1>, Confidence: <0-1>)",
        '{"direction": "1/-1/0", "confidence": "0.0-1.0"}\n{"direction": -1, "confidence": 0.6}',
      ],
      [-1, 0.6],
    ),
    ...all(
      [
        "Direction: -1|0|1\nConfidence: 0..1",
        "Direction: [1/-1/0]\nConfidence: [0.0-1.0]",
        "Direction: X\nConfidence: Y",
      ],
      NONE,
    ),
  ],
  "several answers": [
    ...all(
      [
        "Direction: -1\nConfidence: 0.6\n\nSo: Direction: -1, Confidence: 60%",
        "Direction: -1\nDirection: -1\nConfidence: 0.6",
        "Direction: -1\nConfidence: 0.6\n\nIf CPI surprises, Direction: 1 would apply.",
      ],
      [-1, 0.6],
    ),
    ...all(
      [
        "Direction: 1\nConfidence: 0.6\n\nCorrection: Direction: -1 Confidence 0.6",
        "Direction: 1\nConfidence: 0.6\nDirection: -1\nConfidence: 0.6",
        "Direction: 1\nConfidence: 0.6\nDirection: 1\nConfidence: 0.7",
        "Direction: 1\nDirection: -1\nConfidence: 0.6",
        "Direction: 1\nConfidence: 0.6\nRevised direction: -1",
        "Direction: 1\nConfidence: 0.6\n\nWait, it should be -1.",
        "Direction: 1\nConfidence: 0.6\n\nOn second thought, -1",
        "Direction: 1\nConfidence: 0.6\n\nScratch that. Down.",
        "Direction: 1\nConfidence: 0.6\nWait, actually -1. Confidence: 0.7",
        "If the Fed cuts, Direction: 1. Otherwise Direction: -1.\nConfidence: 0.6",
        "If the Fed cuts, Direction: 1\nConfidence: 0.6",
        "Example:\nDirection: 1\nConfidence: 0.6",
        "For example, Direction: 1, Confidence: 0.6",
        "I would not say Direction: 1, Confidence: 0.6",
        "Direction: down\nDirection: 1\nConfidence: 0.6",
        "Bull case: Direction: 1, Confidence: 0.6. Bear case: Direction: -1, Confidence: 0.4",
      ],
      NONE,
    ),
    ["Direction: -1\nConfidence: 0.6\nOverall confidence: 0.7", [-1, null]],
  ],
  json: [
    ...all(
      [
        '{"direction": -1, "confidence": 0.6}',
        '{"CONFIDENCE": "60%", "DIRECTION": "-1"}',
        '{"direction": "\u22121", "confidence": 0.6}',
        '{"direction": \u22121, "confidence": 0.6}',
        'Sure:\n```json\n{"direction": -1.0, "confidence": 0.6, "why": "Direction: 1, Confidence: 0.9"}\n```',
        '{"a": {"b": {"direction": -1, "confidence": 0.6}}}',
        '[{"direction": -1, "confidence": 0.6}]',
        '{"direction": {"x": 1}} {"direction": -1, "confidence": 0.6}',
        '{"range": "{4000"} {"direction": -1, "confidence": 0.6}',
        '{"direction": -1, "confidence": 0.6,}',
        "{'direction': -1, 'confidence': 0.6}",
        "{direction: -1, confidence: 0.6}",
        '{"direction": -1, "confidence": 0.6',
        '{"direction": -1, "confidence": 0.6}\nDirection: -1\nConfidence: 0.6',
      ],
      [-1, 0.6],
    ),
    [`{"direction": -0, "confidence": 0.6}`, [0, 0.6]],
    ...all(
      [
        '{"direction": 1, "direction": -1, "confidence": 0.6}',
        '{"direction": 1, "Direction": -1, "confidence": 0.6}',
        '{"direction": true, "confidence": 0.6}',
        '{"direction": [1], "confidence": 0.6}',
        '{"direction": {"value": 1}, "confidence": 0.6}',
        '{"direction": "up", "confidence": 0.6}',
        '{"direction": 1e999, "confidence": 0.6}',
        '{"direction": null, "confidence": null}',
        '[{"direction": 1, "confidence": 0.6}, {"direction": -1, "confidence": 0.6}]',
        '{"direction": 1, "confidence": 0.6}\nDirection: -1\nConfidence: 0.6',
        "{'Direction': 'none', 'limit': 1}",
        '{"note": "Direction: 1 Confidence: 0.6"}',
        '{"direction_history": 1, "confidence": 0.6}',
      ],
      NONE,
    ),
    ...all(
      ['{"direction": -1, "confidence": 60}', '{"direction": -1, "confidence": 0.', '{"direction": -1}'],
      [-1, null],
    ),
  ],
};
