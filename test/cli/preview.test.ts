import { shellWord } from '../../src/platform/index.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fitWidths } from '../../src/cli/commands/preview/fit-widths.js';
import { run } from '../../src/cli/commands/preview/preview.js';

/** What the command says about a file with this content, on a terminal of this width. */
async function said(name: string, content: string, { width = 80, asJson = false, rows = 10 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-cli-preview-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  const printed: string[] = [];
  const talked: string[] = [];
  let json: unknown;
  await run({
    args: [path],
    options: { rows },
    output: {
      asJson,
      width,
      print: (text) => printed.push(text),
      json: (value) => (json = value),
      jsonLine: () => undefined,
      message: (text) => talked.push(text),
      warning: (text) => talked.push(text),
      paint: (_style, text) => text,
    },
  });
  return { path, stdout: printed.join('\n'), stderr: talked.join('\n'), json };
}

test('a preview says what the file is, shows its rows, and what to do next', async () => {
  const { path, stdout, stderr } = await said('sales.csv', 'id;größe\n1;x\n2;y\n');
  expect(stdout).toBe(`file      ${path} (19 bytes)
format    CSV, separated by semicolons, header in the first line
encoding  utf-8 (certain)
rows      all 2

id  größe
1   x
2   y`);
  expect(stderr).toContain(`Next: casparian run ${path}`);
});

test('of a file that no reader takes, a preview says that it wants a parser', async () => {
  const { path, stderr } = await said('trains.txt', 'Berlin 10:30\nParis, at 11:45\n');
  expect(stderr).toContain(`Next: casparian run your_parser.py ${path}`);
});

test('no line is wider than the terminal, and columns without room are named', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `column_with_a_long_name_${at}`);
  const { stdout } = await said('wide.csv', `${names.join(',')}\n${names.map(() => 'v'.repeat(50)).join(',')}\n`);
  const table = stdout.split('\n\n')[1] ?? '';
  expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stdout).toMatch(/\d+ more columns: column_with_a_long_name_\d+, /);
});

test('what a file holds cannot move the cursor', async () => {
  const { stdout } = await said('evil.csv', 'a\x1b[2J,b,c\n\x1b[31mred,"two\nlines",\u202etxt\n');
  expect(stdout).toContain('␛[31mred');
  expect(stdout).toContain('two␊lines');
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

test('an empty file is said to be empty, and nothing else', async () => {
  const { stdout, stderr } = await said('empty.csv', '');
  expect(stdout).toContain('empty file');
  expect(stderr).toBe('');
});

test('as JSON it is one object with names that scripts can rely on', async () => {
  const { path, json, stdout } = await said('a.csv', 'a,b,c\n1,2,3\n4,5,6\n', { asJson: true, rows: 1 });
  expect(stdout).toBe('');
  expect(json).toEqual({
    path,
    bytes: 18,
    format: 'csv',
    compression: null,
    encoding: 'utf-8',
    encoding_confidence: 'certain',
    delimiter: ',',
    header: true,
    columns: ['a', 'b', 'c'],
    types: [null, null, null],
    rows: [['1', '2', '3']],
    row_count: null,
    truncated: true,
    notes: [],
  });
});

test('columns share the width: narrow ones keep theirs, wide ones divide the rest', () => {
  expect(fitWidths([3, 100, 100], 47)).toEqual([3, 20, 20]);
  expect(fitWidths([3, 10], 80)).toEqual([3, 10]);
  expect(fitWidths([500], Infinity)).toEqual([80]);
  expect(fitWidths([500], 5)).toEqual([5]);
});

test.each([
  ['data/a.csv', 'data/a.csv'],
  ["it's here.csv", `'it'\\''s here.csv'`],
  ['-rf', './-rf'],
  ['$(x)', "'$(x)'"],
])('%s can be pasted into a shell', (path, word) => {
  expect(shellWord(path)).toBe(word);
});
