import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFormat } from '../../src/contract/calendar/format.js';
import { TYPE_ALIASES } from '../../src/contract/declare/type-text.js';
import { ERROR_TYPES } from '../../src/contract/problems/row-error.js';

const page = readFileSync(new URL('../../docs/reference/contract.md', import.meta.url), 'utf8');

describe('docs/reference/contract.md', () => {
  it('lists the error types that exist', () => {
    const [, afterHeading = ''] = page.split('| `error_type` |');
    const [table = ''] = afterHeading.split('\n## ');
    const listed = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual([...ERROR_TYPES]);
  });

  it('names every other name of a type', () => {
    const [, types = ''] = page.split('## Types');
    for (const alias of Object.keys(TYPE_ALIASES)) expect(types).toMatch(new RegExp(`\\b${alias}\\b`));
  });

  it('lists the directives of formats that are read', () => {
    const [, formats = ''] = page.split('### Formats');
    const [table = ''] = formats.split('Everything else');
    const listed = [...table.matchAll(/%([A-Za-z])/g)].map(([, letter]) => letter);
    const read = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].filter((letter) => isRead(letter));
    expect([...new Set(listed)].sort()).toEqual(read.sort());
  });
});

function isRead(letter: string): boolean {
  try {
    parseFormat(`%${letter}`);
    return true;
  } catch {
    return false;
  }
}
