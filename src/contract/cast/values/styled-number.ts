import type { NumberStyle } from '../../columns/contract.js';
import { isProblem, problem, type ErrorType } from '../../problems/row-error.js';
import { trimmed, type Cast } from './cast.js';

/**
 * Reads texts such as `1.234,56` with the cast of plain numbers. Thousands are in groups of three or not separated at
 * all. `1.23,45` and `12,34,567` are refused: they probably mean something else.
 */
export function createStyledCast(style: NumberStyle, invalid: ErrorType, castPlain: Cast): Cast {
  const plainText = createPlainText(style);
  const example = `1${style.thousands}234${style.decimal}5`;
  return (cell) => {
    if (typeof cell !== 'string') return castPlain(cell);
    const plain = plainText(trimmed(cell));
    if (plain === null) return problem(invalid, cell, ` is not a number written like ${example}`);
    const value = castPlain(plain);
    // The message quotes the text of the file.
    return isProblem(value) ? problem(value.errorType, cell, value.reason) : value;
  };
}

/** The number in plain notation; null if the text does not have this style. */
function createPlainText({ decimal, thousands }: NumberStyle): (text: string) => string | null {
  const [mark, separator] = [`\\u{${codeOf(decimal)}}`, `\\u{${codeOf(thousands)}}`];
  const grouped = thousands === '' ? '' : `|[1-9][0-9]{0,2}(?:${separator}[0-9]{3})+`;
  const number = new RegExp(`^([+-]?)([0-9]*${grouped})(?:${mark}([0-9]*))?([eE][+-]?[0-9]+)?$`, 'u');
  return (text) => {
    const match = number.exec(text);
    if (match === null) return null;
    const [, sign = '', whole = '', places, exponent = ''] = match;
    const digits = thousands === '' ? whole : whole.replaceAll(thousands, '');
    if (digits === '' && (places ?? '') === '') return null;
    return `${sign}${digits}${places === undefined ? '' : `.${places}`}${exponent}`;
  };
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
