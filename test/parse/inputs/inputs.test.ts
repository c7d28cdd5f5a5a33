import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expandInputs, folderNames } from '../../../src/parse/inputs/expand-inputs.js';
import { createPlace, type Place } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

const FINE = `def parse(path):
    return [{'a': 1}]
`;

const expand = (...texts: string[]) => expandInputs(texts.map((text) => ({ text, bytes: undefined })));

async function names(...texts: string[]): Promise<string[]> {
  return (await expand(...texts)).map(({ path }) => relative(place.folder, path));
}

describe('a pattern', () => {
  test('gives its matches in order of name, once each, whoever else names them', async () => {
    for (const name of ['data/b.csv', 'data/a.csv', 'data/c.txt', 'data/deep/d.csv']) await place.file(name);
    const pattern = join(place.folder, 'data/*.csv');
    expect(await names(join(place.folder, 'data/b.csv'), pattern)).toEqual(['data/b.csv', 'data/a.csv']);
    expect(await names(join(place.folder, 'data/**/*.csv'))).toEqual(['data/a.csv', 'data/b.csv', 'data/deep/d.csv']);
  });

  test('that matches nothing is a file that is missing', async () => {
    const report = await place.run(FINE, { inputs: [join(place.folder, '*.nope')] });
    expect(report).toMatchObject({ status: 'failed', error: { code: 'INPUT_NOT_FOUND', exitCode: 3 } });
    expect(report.error?.message).toContain('No file matches');
  });

  test('is no pattern when a file has that very name', async () => {
    for (const name of ['a[1].csv', 'a1.csv', 'what?.csv', '{x,y}.csv']) await place.file(name);
    for (const name of ['a[1].csv', 'what?.csv', '{x,y}.csv']) {
      expect(await names(join(place.folder, name))).toEqual([name]);
    }
  });
});

test('a missing file is named, and does not stop the others', async () => {
  const inputs = [join(place.folder, 'nope.csv'), await place.file('here.csv')];
  const [missing, here] = await place.runAll(FINE, { inputs });
  expect(missing).toMatchObject({ status: 'failed', error: { code: 'INPUT_NOT_FOUND', exitCode: 3 } });
  expect(missing?.error?.message).toContain('nope.csv');
  expect(here).toMatchObject({ status: 'completed', rowsIn: 1 });
  await place.expectNothingLeftBut('here');
});

test('a folder is refused with the pattern for what is in it', async () => {
  await place.file('data/a.csv');
  const report = await place.run(FINE, { inputs: [`${place.folder}/data/`] });
  expect(report.error).toMatchObject({
    code: 'INPUT_UNREADABLE',
    next: [`Name the files in it: '${place.folder}/data/*'`],
  });
});

describe('the folders of several inputs', () => {
  const folders = (...inputs: string[]) =>
    folderNames(inputs.map((name) => ({ name, path: `/${name}`, bytes: undefined })));

  test.each([
    ['are called like the files', ['a.csv', 'data/b.csv'], ['a', 'b']],
    ['keep the extension when only that differs', ['a.csv', 'a.txt', 'b.csv'], ['a.csv', 'a.txt', 'b']],
    ['are numbered when nothing differs', ['x/a.csv', 'y/a.csv', 'z/a.csv'], ['a.csv', 'a.csv-2', 'a.csv-3']],
    ['stay apart when a number is taken', ['x/a', 'y/a', 'a-2'], ['a', 'a-2', 'a-2-2']],
    ['are never this folder or the one above', ['..csv', '...csv', 'b.csv'], ['..csv', '...csv', 'b']],
    ['keep the name of a hidden file', ['.env', 'b.csv'], ['.env', 'b']],
  ])('%s', (_, inputs, expected) => {
    expect(folders(...inputs)).toEqual(expected);
  });
});

test('names with spaces, quotes, newlines and dashes reach the parser as they are', async () => {
  const odd = [
    'with space.csv',
    `it's "quoted".csv`,
    'two\nlines.csv',
    '-dash.csv',
    '--python',
    '$(touch x).csv',
    'ünï→.csv',
  ];
  const inputs = await Promise.all(odd.map((name) => place.file(name, `content of ${name}`)));
  const reports = await place.runAll(
    `class Parser:\n    name = 'p'\n    version = '1'\n\n    def parse(self, ctx):\n        return [{'content': open(ctx.input_path).read()}]\n`,
    { inputs, parallel: 2 },
  );
  expect(reports.map(({ error }) => error)).toEqual(odd.map(() => null));
  for (const [index, report] of reports.entries()) {
    const row = JSON.parse(await readFile(report.outputs[0]!.path, 'utf8')) as Record<string, unknown>;
    expect(row).toMatchObject({ content: `content of ${odd[index]}`, _cf_source: inputs[index] });
  }
});

test('many parsers at the same time are all heard, and nobody warns of their number', async () => {
  const inputs = await Promise.all(Array.from({ length: 40 }, (_, index) => place.file(`${index}.csv`)));
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', hear);
  const reports = await place.runAll(`def parse(path):\n    return [{'a': 1}]\n`, { inputs, parallel: 20 });
  process.off('warning', hear);
  expect(reports.map(({ error }) => error)).toEqual(inputs.map(() => null));
  expect(warnings).toEqual([]);
});

test('an input that fails does not stop the others', async () => {
  const inputs = await Promise.all(['a', 'bad', 'c'].map((name) => place.file(`${name}.csv`, name)));
  const reports = await place.runAll(
    `def parse(path):\n    if open(path).read() == 'bad':\n        raise ValueError('bad')\n    return [{'a': 1}]\n`,
    { inputs },
  );
  expect(reports.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
  await place.expectNothingLeftBut('a', 'c');
});
