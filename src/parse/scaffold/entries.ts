export interface Notation {
  readonly indent: string;
  literal(value: unknown): string;
}

/** `outputs` over several lines, one column per line. Both languages write it with braces, colons and commas. */
export function entryLines(outputs: Outputs, notation: Notation): string[] {
  const entries = Object.entries(outputs).flatMap(([key, value]) => {
    const [first = '', ...rest] = isOutput(value) ? entryLines(value, notation) : [notation.literal(value)];
    const lines = [`${notation.literal(key)}: ${first}`, ...rest];
    return lines.map((line, at) => notation.indent + line + (at === lines.length - 1 ? ',' : ''));
  });
  return ['{', ...entries, '}'];
}

const RULES = new Set(['type', 'format', 'min', 'max', 'pattern', 'enum', 'unique', 'required']);

/** The columns of one of several outputs get separate lines; the object form of a single column fits on one line. */
function isOutput(value: unknown): value is Outputs {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !('type' in value && Object.keys(value).every((key) => RULES.has(key)));
}

/** A parser's declaration: columns with types, or outputs with columns. */
export type Outputs = Readonly<Record<string, unknown>>;

/** A file name for use in a comment: after a line break, the rest would be code. */
export function commentName(name: string): string {
  return /^[\w. -]+$/.test(name) ? name : 'script.py';
}
