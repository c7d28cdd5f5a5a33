import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

const FILES = { regular: '400Regular/NotoSans_400Regular.ttf', bold: '700Bold/NotoSans_700Bold.ttf' } as const;

type Fonts = Readonly<Record<keyof typeof FILES, string>>;

let fonts: Fonts | undefined;

/**
 * Noto Sans, which has Latin, Greek and Cyrillic letters; the package ships it beside this file. Parsed once: a PDF used to take 0.3 s of CPU, most
 * of it for decoding the same tables again. The library takes a parsed font, too, which its types do not say.
 */
export async function passportFonts(): Promise<Fonts> {
  if (fonts !== undefined) return fonts;
  const { create } = await import('fontkit');
  const parsed = (file: string): string => keepLetters(create(withoutLayout(fontFile(file)))) as unknown as string;
  fonts = { regular: parsed(FILES.regular), bold: parsed(FILES.bold) };
  return fonts;
}

/**
 * The library keeps each glyph as it was first asked for. If that was as a part of another one, such as η of ή, it stood for no letter in all later
 * PDFs, and was missing when their text was copied, searched or read aloud.
 */
function keepLetters(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph !== null && codePoints.length > 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

function fontFile(name: string): Buffer {
  const shipped = fileURLToPath(new URL(`fonts/${name.split('/')[1] ?? ''}`, import.meta.url));
  if (existsSync(shipped)) return readFileSync(shipped);
  return readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${name}`));
}

/** Kerning, ligatures and marks, which passports do not need. Decoding them takes a third of the time of the first PDF. */
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
