import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { BUILTIN_NAMES } from '../../src/passport/rules/check/check-builtin.js';
import { UNITS } from '../../src/passport/rules/types/units.js';

const FILE = new URL('../../examples/editors/casparian-rules.tmLanguage.json', import.meta.url);

/** The innermost scope of each piece of a line, as an editor finds it. */
async function scopesOf(line: string): Promise<[string, string][]> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(new Uint8Array(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(await readFile(FILE, 'utf8'), 'casparian-rules.json'),
  });
  const grammar = await registry.loadGrammar('source.casparian-rules');
  const { tokens } = grammar!.tokenizeLine(line, textmate.INITIAL);
  return tokens
    .map(({ startIndex, endIndex, scopes }): [string, string] => [
      line.slice(startIndex, endIndex),
      scopes.at(-1)!.replace(/\.casparian-rules$/, ''),
    ])
    .filter(([text]) => text.trim() !== '');
}

test('a rule has its colours', async () => {
  expect(await scopesOf('field a.b: Qty(kg) = toQty("kg", 1.5) + @c.d; -- note')).toEqual([
    ['field', 'keyword.declaration'],
    ['a.b', 'entity.name.field'],
    [': ', 'source'],
    ['Qty', 'storage.type'],
    ['(', 'source'],
    ['kg', 'constant.other.unit'],
    [') ', 'source'],
    ['=', 'keyword.operator'],
    ['toQty', 'support.function'],
    ['(', 'source'],
    ['"', 'string.quoted.double'],
    ['kg', 'string.quoted.double'],
    ['"', 'string.quoted.double'],
    [', ', 'source'],
    ['1.5', 'constant.numeric'],
    [') ', 'source'],
    ['+', 'keyword.operator'],
    ['@c.d', 'variable.other.field'],
    ['; ', 'source'],
    ['-- note', 'comment.line.double-dash'],
  ]);
});

test('a text with dashes and quotes is no comment', async () => {
  const scopes = await scopesOf('let x = "a -- \\" b \\q"; true');
  expect(scopes).toContainEqual(['a -- ', 'string.quoted.double']);
  expect(scopes).toContainEqual(['\\"', 'constant.character.escape']);
  expect(scopes).toContainEqual(['\\q', 'invalid.illegal.escape']);
  expect(scopes).toContainEqual(['true', 'constant.language']);
});

test('every function and unit has its colour', async () => {
  for (const name of BUILTIN_NAMES) expect(await scopesOf(`${name}(x)`)).toContainEqual([name, 'support.function']);
  for (const unit of UNITS) expect(await scopesOf(`qty(1.5, ${unit})`)).toContainEqual([unit, 'constant.other.unit']);
});

test('functions and tests have their colours', async () => {
  expect(await scopesOf('map(xs, \\a b -> a)')).toContainEqual(['a b', 'variable.parameter']);
  expect(await scopesOf('property p: cases(5) seed(1) => forall x: Int . implies(x > 0, true);')).toContainEqual([
    'forall',
    'keyword.control',
  ]);
  expect(await scopesOf('expect(a.b, == none);')).toContainEqual(['a.b', 'entity.name.field']);
});
