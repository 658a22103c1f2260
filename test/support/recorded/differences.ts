/** Where two values differ, each as its path and what was and is there. */
export function listDifferences(before: unknown, after: unknown, path = "$"): string[] {
  if (Object.is(before, after)) return [];
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      listDifferences(before[name], after[name], Array.isArray(before) ? `${path}[${name}]` : `${path}.${name}`),
    );
  }
  return [`${path}: ${show(before)} → ${show(after)}`];
}

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

const MAX_SHOWN = 160;

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
