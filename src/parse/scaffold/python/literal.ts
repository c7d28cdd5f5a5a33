import { entryLines } from '../entries.js';
import type { Outputs } from '../outputs.js';

/** `outputs` as a dict. */
export function pythonOutputs(outputs: Outputs, isUtf8: boolean): string[] {
  return entryLines(outputs, { indent: '    ', literal: (value) => pythonLiteral(value, isUtf8) });
}

export function pythonLiteral(value: unknown, isUtf8: boolean): string {
  if (typeof value === 'string') return pythonString(value, isUtf8);
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, isUtf8)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => [key, item].map((one) => pythonLiteral(one, isUtf8)));
  return `{${entries.map((entry) => entry.join(': ')).join(', ')}}`;
}

/** JSON's escapes are Python's too. In a file of another encoding, letters beyond ASCII are escaped as well. */
function pythonString(text: string, isUtf8: boolean): string {
  const literal = JSON.stringify(text);
  return isUtf8 ? literal : literal.replace(/[^\p{ASCII}]/gu, escaped);
}

function escaped(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
