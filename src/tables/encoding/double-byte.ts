import { CHINESE, JAPANESE, KOREAN, TRADITIONAL } from './common-characters.js';
import type { Encoding } from './detect-encoding.js';

type Range = readonly [from: number, to: number];

interface Candidate {
  readonly name: string;
  readonly label: string;
  /** The first bytes of the characters that make up nearly all of a text. */
  readonly common: readonly Range[];
  /** The smallest second byte of those characters. */
  readonly second: number;
  /** Bytes that are a character on their own. */
  readonly single?: Range;
  /** The share of characters that must be common ones. */
  readonly share: number;
  readonly language: string;
}

const NEARLY_ALL = 0.9;
const NEARLY_KANJI = 0.7;
/** Japanese prose is half kana, which have their own rows in the code table. */
const KANA = 0.2;
/**
 * Banks write single-byte katakana. Without double-byte characters among them they look like capitals of Latin-1 or
 * Cyrillic.
 */
const SOME_DOUBLE = 0.1;
/** Characters form words; two letters of Latin-1 that look like a character occur singly. */
const CHARACTERS_IN_A_ROW = 1.5;

/** The national standards list the common characters first. */
const CANDIDATES: readonly Candidate[] = [
  { name: 'euc_jp', label: 'euc-jp', common: [[0xa4, 0xa5]], second: 0xa1, share: KANA, language: JAPANESE },
  // Names and addresses are kanji only.
  { name: 'euc_jp', label: 'euc-jp', common: [[0xb0, 0xcf]], second: 0xa1, share: NEARLY_KANJI, language: JAPANESE },
  { name: 'euc_kr', label: 'euc-kr', common: [[0xb0, 0xc8]], second: 0xa1, share: NEARLY_ALL, language: KOREAN },
  {
    name: 'gbk',
    label: 'gbk',
    common: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    second: 0xa1,
    share: NEARLY_ALL,
    language: CHINESE,
  },
  {
    name: 'shift_jis',
    label: 'shift_jis',
    common: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
    second: 0x40,
    single: [0xa1, 0xdf],
    share: NEARLY_ALL,
    language: JAPANESE,
  },
  { name: 'big5', label: 'big5', common: [[0xa1, 0xc6]], second: 0x40, share: NEARLY_ALL, language: TRADITIONAL },
];

/**
 * A double-byte encoding (Chinese, Japanese, Korean) that the bytes hardly fit by chance; null if none fits. If
 * several fit, the one whose common characters occur most wins, then the earlier one.
 */
export function doubleByteEncoding(bytes: Uint8Array, isWhole: boolean): Encoding | null {
  let found: Candidate | null = null;
  let most = -1;
  for (const candidate of CANDIDATES) {
    if (!fits(bytes, candidate)) continue;
    const share = commonShare(bytes, candidate, isWhole);
    if (share !== null && share > most) [found, most] = [candidate, share];
  }
  return found === null ? null : { name: found.name, label: found.label, confidence: 'likely' };
}

const CHARACTERS_COMPARED = 2_000;

/** The share of characters that are common in the language; null when the bytes are invalid in the encoding. */
function commonShare(bytes: Uint8Array, { label, language }: Candidate, isWhole: boolean): number | null {
  const text = decodedStrictly(label, bytes, isWhole);
  if (text === null) return null;
  const characters = (text.match(/[^\p{ASCII}]/gu) ?? []).slice(0, CHARACTERS_COMPARED);
  return characters.filter((character) => language.includes(character)).length / Math.max(1, characters.length);
}

function fits(bytes: Uint8Array, { common, second, single = [0, 0], share }: Candidate): boolean {
  let characters = 0;
  let fitting = 0;
  let singles = 0;
  let rows = 0;
  let rowEnd = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const isDouble = first < single[0] || first > single[1];
    if (rowEnd !== at) rows += 1;
    if (isDouble) {
      characters += 1;
      at += 1;
      if ((bytes[at] ?? 0) >= second && common.some(([from, to]) => first >= from && first <= to)) fitting += 1;
    }
    if (!isDouble) singles += 1;
    rowEnd = at + 1;
  }
  if (characters < SOME_DOUBLE * singles) return false;
  return fitting >= share * characters && characters + singles >= CHARACTERS_IN_A_ROW * rows;
}

function decodedStrictly(label: string, bytes: Uint8Array, isWhole: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}
