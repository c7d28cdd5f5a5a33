import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const DESIGN = readdirSync(fileURLToPath(new URL('docs/design', ROOT))).map((name) => `docs/design/${name}`);

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', ...DESIGN])('the files and folders that %s names exist', (page) => {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|scripts|bench|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

test('the architecture page tells where to change at least 20 things', () => {
  const table = readFileSync(new URL('ARCHITECTURE.md', ROOT), 'utf8').split('## To change X, open Y')[1] ?? '';
  expect(table.split('\n').filter((line) => line.startsWith('| ')).length - 1).toBeGreaterThanOrEqual(20);
});
