const tables = new Map<string, Map<string, number[]>>();

/** Node decodes many encodings but encodes few, so the encoder is the inverse of the decoder. */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tables.get(encoding) ?? encodingTable(encoding);
  tables.set(encoding, table);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const found = code < 0x80 ? [code] : table.get(character);
    if (found === undefined) throw new Error(`${character} is not in ${encoding}`);
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

const WINDOWS_LETTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function encodingTable(encoding: string): Map<string, number[]> {
  const table = new Map<string, number[]>();
  if (encoding === 'windows-1252') {
    for (let byte = 0x80; byte < 0x100; byte += 1) {
      table.set(byte < 0xa0 ? (WINDOWS_LETTERS[byte - 0x80] ?? '') : String.fromCharCode(byte), [byte]);
    }
    return table;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const note = (...bytes: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // These bytes are not a character.
    }
  };
  for (let byte = 0x80; byte < 0x100; byte += 1) note(byte);
  if (table.size > 100) return table;
  for (let first = 0x81; first < 0xff; first += 1) {
    for (let second = 0x40; second < 0xff; second += 1) note(first, second);
  }
  return table;
}
