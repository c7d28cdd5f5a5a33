import { expect, test } from 'vitest';
import { referencePages } from '../../../scripts/reference/pages.js';

test('the generated files are up to date; if not: npm run docs:reference', async () => {
  for (const { name, written, generated } of await referencePages()) expect(written, name).toBe(generated);
});
