import type { RuleFailure } from '../problem.js';
import { syntaxFailure } from './token.js';

/** What people type who know another language. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/['‘’“”„«»`]/, 'Texts are written in double quotes: "kg"'],
  [/#/, 'A comment begins with --'],
  [/&/, 'Write && for "and".'],
  [/\|/, 'Write || for "or".'],
  [/[×·]/, 'Write * for multiplication.'],
  [/[÷%^]/, 'The operators of arithmetic are + - * /'],
  [/[≤≥≠]/, 'Write <=, >= or !='],
  [/[–—−]/, 'Write - for a minus, and -- for a comment.'],
  [/\u00a0/, 'This is a no-break space. Replace it by a space.'],
];

export function unexpectedCharacter(source: string, at: number): RuleFailure {
  const code = source.codePointAt(at) as number;
  const character = String.fromCodePoint(code);
  const instead = INSTEAD.find(([pattern]) => pattern.test(character));
  const isVisible = /[^\p{C}\p{Z}]/u.test(character);
  const shown = isVisible ? character : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return syntaxFailure({ start: at, end: at + character.length }, `The character ${shown} does not belong here`, {
    why: 'Outside of texts and comments, rules consist of letters, digits and the symbols of the grammar.',
    hints: instead === undefined ? [] : [instead[1]],
  });
}
