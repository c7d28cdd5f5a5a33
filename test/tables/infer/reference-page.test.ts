import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractFileText, parseContractFile } from '../../../src/contract/declare/contract-file.js';
import { BOOL_PAIRS, NULL_WORDS } from '../../../src/contract/words.js';

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8');

describe('docs/reference', () => {
  it('names every word for "no value" and every pair of words for true and false', () => {
    const page = pageOf('inference.md').toLowerCase();
    for (const word of NULL_WORDS)
      expect(page).toContain(word === '' ? 'the quoted empty' : `\`${word.toLowerCase()}\``);
    for (const [yes, no] of BOOL_PAIRS) expect(page).toContain(`\`${yes}\`/\`${no}\``);
  });

  it('shows a contract file that can be read', () => {
    const [, example = ''] = /```json\n(.*?)```/s.exec(pageOf('contract.md')) ?? [];
    expect(JSON.parse(contractFileText(parseContractFile(example)))).toEqual(JSON.parse(example));
  });
});
