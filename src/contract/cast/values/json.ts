import { cellJson } from '../../columns/cell-text.js';
import { problem, type Problem } from '../../problems/row-error.js';
import type { GivenCell } from './cast.js';

/** Text must be JSON and is kept unchanged; every other value has a JSON form. */
export function castJson(cell: GivenCell): string | Problem {
  if (typeof cell !== 'string') return cellJson(cell);
  return isJson(cell) && !/\p{Surrogate}/u.test(cell) ? cell : problem('invalid_json', cell, ' is not JSON');
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
