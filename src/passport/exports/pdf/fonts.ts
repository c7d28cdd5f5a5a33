import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FILES = { regular: '400Regular/NotoSans_400Regular.ttf', bold: '700Bold/NotoSans_700Bold.ttf' } as const;

let fonts: Readonly<Record<keyof typeof FILES, Buffer>> | undefined;

/** Noto Sans, which has Latin, Greek and Cyrillic letters. Read once; the package ships it beside this file. */
export function passportFonts(): Readonly<Record<keyof typeof FILES, Buffer>> {
  fonts ??= { regular: withoutLayout(fontFile(FILES.regular)), bold: withoutLayout(fontFile(FILES.bold)) };
  return fonts;
}

function fontFile(name: string): Buffer {
  const shipped = fileURLToPath(new URL(`fonts/${name.split('/')[1] ?? ''}`, import.meta.url));
  if (existsSync(shipped)) return readFileSync(shipped);
  return readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${name}`));
}

/** Kerning, ligatures and marks. Every PDF would decode them again: without them it takes 0.4 s of CPU instead of 0.7 s on a busy machine. */
const LAYOUT_TABLES = ['GPOS', 'GSUB', 'GDEF'];
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/** The font without its layout tables: a directory of the tables, then their bytes (OpenType, "Organization of an OpenType font"). */
function withoutLayout(font: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    return font.subarray(at, at + ENTRY_BYTES);
  }).filter((entry) => !LAYOUT_TABLES.includes(entry.toString('latin1', 0, 4)));
  const header = Buffer.from(font.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(entries.length, 4);
  let offset = HEADER_BYTES + entries.length * ENTRY_BYTES;
  const tables: Buffer[] = [];
  const directory = entries.map((entry) => {
    const [start, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const moved = Buffer.from(entry);
    moved.writeUInt32BE(offset, 8);
    // Tables begin at multiples of four bytes.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    font.copy(padded, 0, start, start + length);
    tables.push(padded);
    offset += padded.length;
    return moved;
  });
  return Buffer.concat([header, ...directory, ...tables]);
}
