import { syntaxFailure, type Token } from './token.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Up to the next character that ends or interrupts a text. */
// oxlint-disable-next-line no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]*/y;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The text that begins at a quote, with the escapes of JSON. */
export function readString(source: string, start: number): Token {
  let value = '';
  let at = start + 1;
  for (;;) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(source)?.[0] ?? '';
    value += plain;
    at += plain.length;
    const character = source[at];
    if (character === '"') break;
    if (character !== '\\') throw interrupted(source, start, at);
    const { text, length } = readEscape(source, at);
    value += text;
    at += length;
  }
  const end = at + 1;
  if (LONE_SURROGATE.test(value)) {
    throw syntaxFailure({ start, end }, 'This text contains half of a surrogate pair', {
      why: 'It has no form in UTF-8, so nothing could be signed that contains it.',
      hints: ['Write the character itself, or both halves: \\ud83d\\udd0b'],
    });
  }
  return { kind: 'string', text: value, start, end };
}

function readEscape(source: string, at: number): { text: string; length: number } {
  const letter = source[at + 1] ?? '';
  const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (simple !== undefined) return { text: simple, length: 2 };
  const digits = /^u([0-9A-Fa-f]{4})/.exec(source.slice(at + 1, at + 6))?.[1];
  if (digits !== undefined) return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 };
  const shown = letter === '' || letter < ' ' ? '' : letter;
  throw syntaxFailure({ start: at, end: at + 1 + shown.length }, `\\${shown} is not an escape`, {
    why: 'The escapes are those of JSON: \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits.',
    hints: ['Write \\\\ for a backslash.'],
  });
}

function interrupted(source: string, start: number, at: number): ReturnType<typeof syntaxFailure> {
  const character = source[at];
  if (character === undefined || character === '\n' || character === '\r') {
    return syntaxFailure({ start, end: at }, 'This text has no closing quote', {
      why: 'A text ends on the line on which it begins.',
      hints: ['Add " at its end. Write \\n for a line break.'],
    });
  }
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return syntaxFailure({ start: at, end: at + 1 }, `This text contains the control character U+${code.toUpperCase()}`, {
    hints: [character === '\t' ? 'Write \\t for a tab.' : `Write \\u${code}, or remove it.`],
  });
}
