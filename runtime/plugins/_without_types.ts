/** TypeScript without its types, every line where it was; rejects with a SyntaxError that names the place. */
export async function withoutTypes(text: string, file: string): Promise<string> {
  const { default: typescript } = await import("@swc/wasm-typescript");
  try {
    return typescript.transformSync(text, { mode: "strip-only", module: true }).code;
  } catch (fault) {
    throw new SyntaxError(complaint(fault, file));
  }
}

interface Complaint {
  readonly message: string;
  readonly startLine: number;
  readonly startColumn: number;
}

function complaint(fault: unknown, file: string): string {
  if (!isComplaint(fault)) return `${file}: ${String(fault)}`;
  return `${file}:${fault.startLine}:${fault.startColumn + 1}: ${fault.message}`;
}

function isComplaint(fault: unknown): fault is Complaint {
  return typeof fault === "object" && fault !== null && "message" in fault && "startLine" in fault;
}
