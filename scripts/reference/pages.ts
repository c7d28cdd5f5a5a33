import { readFile } from 'node:fs/promises';
import { openApiDocument } from '../../src/server/openapi/document.js';
import { ROUTES } from '../../src/server/routes.js';
import { cliPage } from './cli-page.js';
import { clientApi } from './client-api.js';
import { errorRows, settingRows, withRows } from './tables.js';

const ROOT = new URL('../../', import.meta.url);

/** Generates each file from the code and from its hand-written text. */
const PAGES: Record<string, (written: string) => string | Promise<string>> = {
  'docs/reference/cli.md': cliPage,
  'docs/reference/configuration.md': (written) => withRows(written, settingRows()),
  // A change of the API shows up in the diff of this file.
  'docs/reference/openapi.json': () => `${JSON.stringify(openApiDocument(ROUTES), null, 2)}\n`,
  'docs/reference/errors.md': (written) => withRows(written, errorRows()),
  'src/client/api.ts': clientApi,
};

export interface ReferencePage {
  /** Its path in the repository. */
  readonly name: string;
  readonly file: URL;
  /** What is in the repository. */
  readonly written: string;
  /** What the code generates. */
  readonly generated: string;
}

export function referencePages(): Promise<ReferencePage[]> {
  return Promise.all(
    Object.entries(PAGES).map(async ([name, generate]) => {
      const file = new URL(name, ROOT);
      const written = await readFile(file, 'utf8');
      return { name, file, written, generated: await generate(written) };
    }),
  );
}
