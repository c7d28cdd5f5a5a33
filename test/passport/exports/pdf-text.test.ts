import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attributeAt, CATEGORIES, EXPORT_FORMATS } from '../../../src/passport/index.js';
import { valueText } from '../../../src/passport/exports/value-text.js';
import { programOnPath } from '../../../src/process/index.js';
import { exampleView } from './compiled-example.js';

const pdftotext = await programOnPath('pdftotext', process.env);
if (pdftotext === undefined)
  console.warn('SKIPPED: pdftotext is not installed (npm run setup -- --services installs it)');

/** Lines are broken at other places, and pages end between them. */
function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

test.skipIf(pdftotext === undefined)('the text of a PDF is the payload, in Latin, Greek and Cyrillic', async () => {
  for (const [category, audience] of [
    [CATEGORIES[0], 'legitimate_interest'],
    [CATEGORIES[3], 'public'],
  ] as const) {
    const view = await exampleView(category, audience);
    const bytes = (await EXPORT_FORMATS['pdf']?.make(view, () => {
      throw new Error('a PDF is not signed');
    })) as Buffer;
    const folder = mkdtempSync(join(tmpdir(), 'casparian-pdf-'));
    try {
      writeFileSync(join(folder, 'passport.pdf'), bytes);
      const text = execFileSync('pdftotext', ['-raw', join(folder, 'passport.pdf'), '-'], { encoding: 'utf8' });
      // What stands at the end of a page comes between the lines of a value.
      const read = withoutSpace(text.replaceAll(/^.* · page \d+ of \d+$/gm, '').replaceAll('\f', ''));
      for (const [path, value] of view.values) {
        const attribute = attributeAt(path);
        if (attribute === undefined) continue;
        expect(read, path).toContain(withoutSpace(valueText(value, attribute.type)));
        expect(read, path).toContain(withoutSpace(attribute.name));
      }
      expect(text).toContain('кадмий');
      expect(text).toContain('κάδμιο');
      // Tagged, with a language and a title for screen readers.
      for (const mark of ['/Marked true', '/Lang (en)', '/StructTreeRoot'])
        expect(bytes.includes(mark), mark).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
});
