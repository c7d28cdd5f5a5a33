/** The user's file is not a parser, or its declarations are invalid. */
export class ParserInvalid extends Error {
  override readonly name = 'ParserInvalid';
}

/** The parser returned something that is not a table. */
export class ReturnInvalid extends Error {
  override readonly name = 'ReturnInvalid';
}

/** The kind of a value for messages: `a number`, `null`, `an instance of Date`. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const constructor = (value.constructor as { name?: string } | undefined)?.name;
  return constructor && constructor !== 'Object' ? `an instance of ${constructor}` : 'an object';
}
