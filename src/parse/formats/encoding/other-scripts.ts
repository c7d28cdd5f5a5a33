import type { Encoding } from './detect-encoding.js';

/** In Latin script letters beyond ASCII stand alone; in other scripts they make up whole words. */
const LETTERS_IN_A_ROW = 2.5;

interface Candidate {
  readonly name: string;
  readonly label: string;
  /** What nearly all characters beyond ASCII are, if this is the encoding. */
  readonly letters: RegExp;
  readonly share: number;
}

/** The first that fits: bytes of Korean are Chinese as well, and bytes of Chinese hardly ever all Korean. */
const CANDIDATES: readonly Candidate[] = [
  { name: 'euc_jp', label: 'euc-jp', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, share: 0.2 },
  { name: 'euc_kr', label: 'euc-kr', letters: /\p{Script=Hangul}/gu, share: 0.9 },
  // Hanzi of the first level are sorted by sound, and four in five of any text; rare ones come by chance.
  { name: 'gbk', label: 'gbk', letters: /\p{Script=Han}/gu, share: 0.9 },
];

/** Cyrillic, Japanese (EUC), Korean and Chinese, where the bytes hardly fit by chance; else null. */
export function otherScript(bytes: Uint8Array, isWhole: boolean): Encoding | null {
  const { letters, runs } = highBytes(bytes);
  if (letters.length === 0 || letters.length / runs < LETTERS_IN_A_ROW) return null;
  const wide = CANDIDATES.find((candidate) => fits(candidate, bytes, isWhole));
  const found = cyrillic(letters) ?? wide;
  return found === undefined ? null : { name: found.name, label: found.label, confidence: 'likely' };
}

function highBytes(bytes: Uint8Array): { letters: Uint8Array; runs: number } {
  let runs = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) >= 0x80 && (at === 0 || (bytes[at - 1] ?? 0) < 0x80)) runs += 1;
  }
  return { letters: bytes.filter((byte) => byte >= 0x80), runs };
}

const MOSTLY = 0.6;
const NEARLY_ALL = 0.95;

/** Small letters are most of any text; they stand in the last row of CP1251, and in the row before it in KOI8-R. */
function cyrillic(letters: Uint8Array): Pick<Candidate, 'name' | 'label'> | undefined {
  const share = (from: number, to: number) =>
    letters.filter((byte) => byte >= from && byte <= to).length / letters.length;
  if (share(0xc0, 0xff) < NEARLY_ALL) return undefined;
  if (share(0xe0, 0xff) >= MOSTLY) return { name: 'cp1251', label: 'windows-1251' };
  return share(0xc0, 0xdf) >= MOSTLY ? { name: 'koi8_r', label: 'koi8-r' } : undefined;
}

function fits({ label, letters, share }: Candidate, bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
    const foreign = text.match(/[^\p{ASCII}]/gu) ?? [];
    return foreign.length > 0 && (text.match(letters)?.length ?? 0) >= share * foreign.length;
  } catch {
    return false;
  }
}
