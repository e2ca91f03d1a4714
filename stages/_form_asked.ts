/** Counts the prompts that ask for an answer in the form that is read. */
export interface FormAsked {
  readonly look: (prompt: string) => void;
  /** Whether fewer than half of the prompts do. */
  readonly isRare: () => boolean;
  readonly says: (path: string) => string;
}

export function formAsked(): FormAsked {
  let prompts = 0;
  let asking = 0;
  return {
    look: (prompt) => {
      prompts++;
      if (/direction/i.test(prompt) && /confidence/i.test(prompt)) asking++;
    },
    isRare: () => 2 * asking < prompts,
    says: (path) =>
      `"${path}": ${asking} of ${prompts} prompts ask for a direction and a confidence in these words, by which alone an answer is read; ${WAY_OUT}`,
  };
}

const WAY_OUT = 'let each end with the lines "Direction: [1/-1/0]" and "Confidence: [0.0-1.0]"';
