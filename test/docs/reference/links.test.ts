import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { anchorOf } from '../../../scripts/reference/markdown.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const IN_DOCS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...IN_DOCS.map((name) => `docs/${name}`),
];

/** A page without its code blocks, which may contain text like links and headings. */
function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/^```.*?^```$/gms, '');
}

function linksOf(page: string): string[] {
  const text = textOf(page).replace(/`[^`\n]*`/g, (code) => code.replaceAll('](', '] ('));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((target) => !/^\w+:/.test(target));
}

function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
}

test.each(PAGES)('the links of %s are not broken', (page) => {
  const broken = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(PAGES.filter((page) => page !== 'CHANGELOG.md'))('no two headings of %s have the same anchor', (page) => {
  const anchors = anchorsOf(page);
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});

test('docs/README.md links to every page of docs', () => {
  const linked = linksOf('docs/README.md').map((link) => link.split('#')[0] ?? '');
  // A link to a folder, such as `design/`, leads to all its pages.
  const isLinked = (name: string): boolean =>
    linked.some((link) => link === name || (link.endsWith('/') && name.startsWith(link)));
  expect(IN_DOCS.filter((name) => name !== 'README.md' && !isLinked(name))).toEqual([]);
});
