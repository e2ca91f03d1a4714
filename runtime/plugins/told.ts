/** What was thrown, on one line; a plugin may throw anything. */
export function told(fault: unknown): string {
  return saidBy(fault).replace(/\s+/g, " ").trim();
}

function saidBy(fault: unknown): string {
  if (typeof fault !== "object" || fault === null) return String(fault);
  if (fault instanceof Error) return `${isNamed(fault) ? `${fault.name}: ` : ""}${fault.message}`;
  return "message" in fault ? String(fault.message) : (JSON.stringify(fault) ?? "no reason");
}

/** A tagged error says in its message what its name says too. */
function isNamed(fault: Error): boolean {
  return fault.name !== "Error" && !("_tag" in fault);
}
