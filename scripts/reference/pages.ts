import { readFile } from 'node:fs/promises';
import { openApiDocument } from '../../src/server/openapi/document.js';
import { ROUTES } from '../../src/server/routes.js';
import { cliPage } from './cli-page.js';
import { errorRows, settingRows, withRows } from './tables.js';

const FOLDER = new URL('../../docs/reference/', import.meta.url);

/** Generates each page from the code and from its hand-written text. */
const PAGES: Record<string, (written: string) => string> = {
  'cli.md': cliPage,
  'configuration.md': (written) => withRows(written, settingRows()),
  // A change of the API shows up in the diff of this file.
  'openapi.json': () => `${JSON.stringify(openApiDocument(ROUTES), null, 2)}\n`,
  'errors.md': (written) => withRows(written, errorRows()),
};

export interface ReferencePage {
  readonly name: string;
  readonly file: URL;
  /** The page in the repository. */
  readonly written: string;
  /** The page that the code generates. */
  readonly generated: string;
}

export function referencePages(): Promise<ReferencePage[]> {
  return Promise.all(
    Object.entries(PAGES).map(async ([name, generate]) => {
      const file = new URL(name, FOLDER);
      const written = await readFile(file, 'utf8');
      return { name, file, written, generated: generate(written) };
    }),
  );
}
