import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CLASS_OF_CODE } from '../../../src/http/pages/failure.js';
import { userAgentOf } from '../../../src/http/pages/user-agent.js';

const page = await readFile(new URL('../../../docs/reference/sources-http.md', import.meta.url), 'utf8');

test('sources-http.md has the user agent that we send', () => {
  expect(page).toContain(`\n${userAgentOf('https://example.org/bot')}\n`);
});

test('sources-http.md lists every failure class with its codes', () => {
  for (const [code, failureClass] of Object.entries(CLASS_OF_CODE)) {
    expect(page).toMatch(new RegExp(`^\\| \`${failureClass}\` \\|.*\`${code}\``, 'm'));
  }
});
