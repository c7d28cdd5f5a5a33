import type { Alphabet } from './alphabets.js';

/** Letters that a language uses often, and those it uses now and then; the rest it seldom does. */
const OFTEN = 12;
const SOMETIMES = 24;
const WEIGHT_SOMETIMES = 0.8;
const WEIGHT_SELDOM = 0.5;
/** A letter of Latin script that stands alone, or between two others beyond ASCII, may as well be something else. */
const WEIGHT_DOUBTFUL = 0.3;
const WEIGHT_SIGN = 0.7;

const QUOTES = '‘’‚“”„«»‹›';
const SIGNS = '€£¥§°²³¹½¼¾…•™®©±×·¿¡ªº¢¬\u00a0\u202f№';

/** What each letter of an alphabet counts for, small and capital. */
export function letterWeights({ letters, isLatin }: Alphabet): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  [...letters].forEach((letter, rank) => {
    const weight = isLatin || rank < OFTEN ? 1 : rank < SOMETIMES ? WEIGHT_SOMETIMES : WEIGHT_SELDOM;
    weights.set(letter, weight);
    if (!weights.has(letter.toUpperCase())) weights.set(letter.toUpperCase(), weight);
  });
  return weights;
}

/**
 * From 0 to 1: how well the characters beyond ASCII stand where a language has such. Letters belong into words, and no
 * capital behind a small one; quotes stand at the ends of words, and an apostrophe within.
 */
export function letterScore(text: string, weights: ReadonlyMap<string, number>, isLatin: boolean): number {
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
