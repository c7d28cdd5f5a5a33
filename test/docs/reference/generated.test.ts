import { expect, test } from 'vitest';
import { referencePages } from '../../../scripts/reference/pages.js';

test('the pages of docs/reference say what the code says; if not: npm run docs:reference', async () => {
  for (const { name, written, generated } of await referencePages()) expect(written, name).toBe(generated);
});
