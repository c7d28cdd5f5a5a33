import type { Encoding } from './detect-encoding.js';

type Range = readonly [from: number, to: number];

interface Candidate {
  readonly name: string;
  readonly label: string;
  /** The first bytes of the characters that nearly all of a text is made of. */
  readonly common: readonly Range[];
  /** The least second byte that those have. */
  readonly second: number;
  /** Bytes that are a character alone. */
  readonly single?: Range;
  /** How many of the characters must be common ones. */
  readonly share: number;
}

const NEARLY_ALL = 0.9;
/** Japanese prose is half kana, and those have rows of their own. */
const KANA = 0.2;
/** Characters stand in words; two letters of Latin-1 that happen to make one stand alone. */
const CHARACTERS_IN_A_ROW = 1.5;

/**
 * The national standards have the common characters first. Where two fit the earlier is taken: the common ones of Korean
 * lie where common ones of Chinese do, and not the other way round.
 */
const CANDIDATES: readonly Candidate[] = [
  { name: 'euc_jp', label: 'euc-jp', common: [[0xa4, 0xa5]], second: 0xa1, share: KANA },
  { name: 'euc_kr', label: 'euc-kr', common: [[0xb0, 0xc8]], second: 0xa1, share: NEARLY_ALL },
  {
    name: 'gbk',
    label: 'gbk',
    common: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    second: 0xa1,
    share: NEARLY_ALL,
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
  },
  { name: 'big5', label: 'big5', common: [[0xa1, 0xc6]], second: 0x40, share: NEARLY_ALL },
];

/** Chinese, Japanese or Korean in two bytes a character, where the bytes hardly fit by chance; else null. */
export function doubleByteEncoding(bytes: Uint8Array, isWhole: boolean): Encoding | null {
  const found = CANDIDATES.find((candidate) => fits(bytes, candidate) && isDecodable(candidate.label, bytes, isWhole));
  return found === undefined ? null : { name: found.name, label: found.label, confidence: 'likely' };
}

function fits(bytes: Uint8Array, { common, second, single = [0, 0], share }: Candidate): boolean {
  let characters = 0;
  let fitting = 0;
  let rows = 0;
  let rowEnd = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    characters += 1;
    if (rowEnd !== at) rows += 1;
    const isDouble = first < single[0] || first > single[1];
    if (isDouble) {
      at += 1;
      if ((bytes[at] ?? 0) >= second && common.some(([from, to]) => first >= from && first <= to)) fitting += 1;
    }
    rowEnd = at + 1;
  }
  return fitting >= share * characters && characters >= CHARACTERS_IN_A_ROW * rows;
}

function isDecodable(label: string, bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}
