/** What is wrong with a bundle: the reason of a check that fails. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

export function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new Fault(`${name} is not a JSON object`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Fault(`${name} is not a list`);
}

/** The text in a member of a record. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  if (typeof value === 'string') return value;
  throw new Fault(`${name} is missing or not text`);
}
