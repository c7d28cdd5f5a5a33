import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const BUILT = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url));
const BUDGET_BYTES = 150_000;

/** The files that the overview loads: index.html, and all scripts that they import, with the lazy ones of this view. */
test('the first view needs at most 150 kB of gzip, charts included', () => {
  const wanted = ['index.html', 'theme.js'];
  const names = readdirSync(join(BUILT, 'assets'));
  const first = names
    .filter((name) => /^(index|overview|uplot-chart|live-worker)-/.test(name))
    .map((name) => `assets/${name}`);
  const seen = new Set([...wanted, ...first]);
  for (const file of seen) {
    if (!file.endsWith('.js') || !file.startsWith('assets/')) continue;
    // Static imports only: a view is loaded when it is opened.
    for (const [, name] of readFileSync(join(BUILT, file), 'utf8').matchAll(
      /(?:from|^import|;import)\s*"\.\/([^"]+)"/g,
    )) {
      seen.add(`assets/${name as string}`);
    }
  }
  const bytes = [...seen].reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILT, file))).length, 0);
  expect(seen.size).toBeGreaterThan(6);
  expect(bytes).toBeLessThan(BUDGET_BYTES);
});

test('nothing that is built names another host or has inline code', () => {
  const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<style|style="|<script(?![^>]*\ssrc=)|https?:\/\//);
});
