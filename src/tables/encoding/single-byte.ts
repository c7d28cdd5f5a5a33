import * as letters from './alphabets.js';
import type { Alphabet } from './alphabets.js';
import { createDecode } from './decode.js';
import type { Encoding } from './detect-encoding.js';

interface Candidate {
  readonly name: string;
  readonly label: string;
  readonly alphabets: readonly Alphabet[];
  /** Must be better by this much than the common encodings. */
  readonly handicap?: number;
}

/** Must be better by this much than an earlier encoding. */
const MARGIN = 0.02;
/** The dashes and quotes of Windows are letters on old Macs and in DOS. */
const NOT_WINDOWS = 0.29;

const CENTRAL = [
  letters.POLISH,
  letters.CZECH,
  letters.SLOVAK,
  letters.HUNGARIAN,
  letters.ROMANIAN,
  letters.SOUTH_SLAVIC,
];
/** All western letters together explain a file less well than one language that has all of its letters. */
const ALL_WESTERN_WORTH = 0.95;
const CYRILLIC = [letters.RUSSIAN, letters.UKRAINIAN, letters.SERBIAN];
const DEFAULT: Candidate = { name: 'cp1252', label: 'windows-1252', alphabets: letters.WESTERN };

/** Where two fit equally well, the earlier wins: it is more common. */
const LATIN: readonly Candidate[] = [
  DEFAULT,
  { name: 'cp1250', label: 'windows-1250', alphabets: CENTRAL },
  { name: 'iso8859_2', label: 'iso-8859-2', alphabets: CENTRAL },
  { name: 'cp1254', label: 'windows-1254', alphabets: [letters.TURKISH] },
  { name: 'cp1257', label: 'windows-1257', alphabets: [letters.LITHUANIAN, letters.LATVIAN] },
  { name: 'mac_roman', label: 'macintosh', alphabets: letters.WESTERN, handicap: NOT_WINDOWS },
  { name: 'iso8859_15', label: 'iso-8859-15', alphabets: letters.WESTERN },
  { name: 'cp850', label: 'cp850', alphabets: letters.WESTERN, handicap: NOT_WINDOWS },
  { name: 'cp852', label: 'cp852', alphabets: CENTRAL, handicap: NOT_WINDOWS },
];
const OTHERS: readonly Candidate[] = [
  { name: 'cp1251', label: 'windows-1251', alphabets: CYRILLIC },
  { name: 'koi8_r', label: 'koi8-r', alphabets: [letters.RUSSIAN] },
  { name: 'cp866', label: 'ibm866', alphabets: [letters.RUSSIAN] },
  { name: 'iso8859_5', label: 'iso-8859-5', alphabets: [letters.RUSSIAN] },
  { name: 'mac_cyrillic', label: 'x-mac-cyrillic', alphabets: [letters.RUSSIAN] },
  { name: 'cp1253', label: 'windows-1253', alphabets: [letters.GREEK] },
  { name: 'iso8859_7', label: 'iso-8859-7', alphabets: [letters.GREEK] },
  { name: 'cp1255', label: 'windows-1255', alphabets: [letters.HEBREW] },
  { name: 'cp1256', label: 'windows-1256', alphabets: [letters.ARABIC] },
  { name: 'cp874', label: 'windows-874', alphabets: [letters.THAI] },
];

/** Below this score the encoding is a guess. */
const LIKELY = 0.75;

/** The single-byte encoding that a language explains best. `isOtherScript`: letters form whole words. */
export function singleByteEncoding(sample: Uint8Array, isOtherScript: boolean): Encoding & { readonly score: number } {
  let best = DEFAULT;
  let bestScore = scoreOf(DEFAULT, sample);
  for (const candidate of isOtherScript ? [...OTHERS, ...LATIN] : LATIN) {
    const score = scoreOf(candidate, sample);
    const lead = score - (candidate.handicap ?? 0) - (bestScore - (best.handicap ?? 0));
    if (lead > MARGIN) [best, bestScore] = [candidate, score];
  }
  const name = best === DEFAULT && !sample.some((byte) => byte >= 0x80 && byte <= 0x9f) ? 'latin-1' : best.name;
  return { name, label: best.label, confidence: bestScore >= LIKELY ? 'likely' : 'guess', score: bestScore };
}

function scoreOf({ label, alphabets }: Candidate, sample: Uint8Array): number {
  const text = decoded(label, sample);
  const scores = alphabets.map((alphabet) => letterScore(text, weightsOf(alphabet), alphabet.isLatin));
  if (alphabets !== letters.WESTERN) return Math.max(...scores);
  return Math.max(...scores, ALL_WESTERN_WORTH * letterScore(text, weightsOf(letters.ALL_WESTERN), true));
}

function decoded(label: string, sample: Uint8Array): string {
  return createDecode({ label })(sample, true);
}

const weights = new Map<Alphabet, ReadonlyMap<string, number>>();

function weightsOf(alphabet: Alphabet): ReadonlyMap<string, number> {
  const known = weights.get(alphabet) ?? letterWeights(alphabet);
  weights.set(alphabet, known);
  return known;
}

/** The most frequent letters of a language, and the next ones; the rest are rare. */
const OFTEN = 12;
const SOMETIMES = 24;
const WEIGHT_SOMETIMES = 0.8;
const WEIGHT_SELDOM = 0.5;
/** A Latin letter that occurs alone, or between two other non-ASCII letters, may be something else. */
const WEIGHT_DOUBTFUL = 0.3;
const WEIGHT_SIGN = 0.7;

const QUOTES = '‘’‚“”„«»‹›';
const SIGNS = '€£¥§°²³¹½¼¾…•™®©±×·¿¡ªº¢¬\u00a0\u202f№';

/** The weight of each letter of an alphabet, in both cases. */
function letterWeights({ letters, isLatin }: Alphabet): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  [...letters].forEach((letter, rank) => {
    const weight = isLatin || rank < OFTEN ? 1 : rank < SOMETIMES ? WEIGHT_SOMETIMES : WEIGHT_SELDOM;
    weights.set(letter, weight);
    if (!weights.has(letter.toUpperCase())) weights.set(letter.toUpperCase(), weight);
  });
  return weights;
}

/**
 * From 0 to 1: how well the non-ASCII characters fit a language. Letters belong in words, with no capital after a small
 * letter; quotes belong at the ends of words, apostrophes inside.
 */
function letterScore(text: string, weights: ReadonlyMap<string, number>, isLatin: boolean): number {
  let total = 0;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character <= '\x7f') continue;
    total += 1;
    const [before, after] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
    const weight = weights.get(character);
    if (weight !== undefined) {
      if (isCapital(character) && isSmall(before)) continue;
      sum += isLatin && isDoubtful(before, after) ? WEIGHT_DOUBTFUL : weight;
    } else {
      sum += signWeight(character, isLetter(before), isLetter(after));
    }
  }
  return total === 0 ? 0 : sum / total;
}

function isDoubtful(before: string, after: string): boolean {
  if (!isLetter(before) && !isLetter(after)) return true;
  return before > '\x7f' && after > '\x7f' && isLetter(before) && isLetter(after);
}

function signWeight(character: string, isBehindLetter: boolean, isBeforeLetter: boolean): number {
  if (character === '’') return 1;
  if (character === 'µ' && isBeforeLetter && !isBehindLetter) return 1;
  if ('–—'.includes(character)) return WEIGHT_SIGN;
  if (isBehindLetter && isBeforeLetter) return 0;
  if (QUOTES.includes(character)) return 1;
  return SIGNS.includes(character) ? WEIGHT_SIGN : 0;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

function isCapital(character: string): boolean {
  return character !== character.toLowerCase();
}

function isSmall(character: string): boolean {
  return character !== character.toUpperCase();
}
