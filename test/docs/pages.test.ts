import { access, readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { isErrorCode } from '../../src/platform/index.js';
import { blocksOf, pageText, typed } from './staging/page.js';

/** What is only looked at: output, and what other programs are told. */
const TO_LOOK_AT = ['text', 'promql'];

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(new URL(`../../${folder}`, import.meta.url));
  return names.filter((name) => name.endsWith('.md')).map((name) => posix.join(folder, name));
}

test('nothing in a guide is an example that nobody runs', async () => {
  for (const page of await pagesIn('docs/guides')) {
    const idle = (await blocksOf(page)).filter((block) => typed(block) === undefined);
    expect(
      idle.filter(({ language }) => !TO_LOOK_AT.includes(language)),
      page,
    ).toEqual([]);
  }
});

test('every error code that a guide names is one', async () => {
  const texts = await Promise.all((await pagesIn('docs/guides')).map(pageText));
  const named = texts.flatMap((text) => text.match(/(?<=`|\[)[A-Z]{2,}(_[A-Z]+)+(?=`|\])/g) ?? []);
  const ofOthers = /^(CASPARIAN|LD|UV)_/;
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((code) => !isErrorCode(code) && !ofOthers.test(code))).toEqual([]);
});

test('what a page links to is there', async () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  for (const folder of ['docs', 'docs/guides', 'docs/reference']) pages.push(...(await pagesIn(folder)));
  const missing: string[] = [];
  for (const page of pages) {
    for (const [link, path, anchor] of linksOf(await pageText(page))) {
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!(await isThere(target, anchor))) missing.push(`${page}: ${link}`);
    }
  }
  expect(missing).toEqual([]);
});

function linksOf(text: string): [link: string, path: string, anchor: string | undefined][] {
  const prose = text.replaceAll(/^( *)```.*?^\1```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  const links = prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g);
  return [...links].map(([link, path = '', anchor]) => [link, path, anchor]);
}

async function isThere(target: string, anchor: string | undefined): Promise<boolean> {
  if (anchor === undefined) {
    return access(new URL(`../../${target}`, import.meta.url)).then(
      () => true,
      () => false,
    );
  }
  const headings = [...(await pageText(target)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return headings.includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
