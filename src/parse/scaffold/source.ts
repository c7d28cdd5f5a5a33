/** The user's code. Positions are byte offsets, so that the surrounding bytes never change. */
export interface Source {
  readonly bytes: Buffer;
  /** Every byte as one character, whatever the encoding: only code is searched for, and code is ASCII. */
  readonly text: string;
  readonly newline: '\n' | '\r\n';
  /** Whether non-ASCII letters can be written into it unescaped. */
  readonly isUtf8: boolean;
}

export function readSource(bytes: Buffer): Source {
  const text = bytes.toString('latin1');
  return { bytes, text, newline: text.includes('\r\n') ? '\r\n' : '\n', isUtf8: isUtf8(bytes) };
}

/** Inserts lines of code at a position, as separate lines. */
export function insertLines({ bytes, newline }: Source, at: number, lines: readonly string[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(lines.join(newline) + newline), bytes.subarray(at)]);
}

/** How many empty lines to add so that `wanted` of them, and the end of a line, precede a position. */
export function linesBefore({ text }: Source, at: number, wanted: number): string[] {
  const before = text.slice(0, at);
  if (before.trim() === '') return [];
  const ends = /(?:[ \t]*\r?\n)*$/.exec(before)?.[0].match(/\n/g)?.length ?? 0;
  return Array.from({ length: Math.max(0, wanted + 1 - ends) }, () => '');
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
