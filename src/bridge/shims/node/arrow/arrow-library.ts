import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as Arrow from 'apache-arrow';

export type ArrowLibrary = typeof Arrow;

/**
 * The copy of apache-arrow that made a table is the one that can write it. It is looked for from the parser's folder, in
 * both of its builds, and ours is the last resort.
 */
export async function arrowLibraryOf(value: object, parserPath: string): Promise<ArrowLibrary> {
  for (const file of installedBuilds(parserPath)) {
    const library = (await import(pathToFileURL(file).href)) as ArrowLibrary;
    if (value instanceof library.Table || value instanceof library.RecordBatch) return library;
  }
  return ownArrowLibrary();
}

export function ownArrowLibrary(): Promise<ArrowLibrary> {
  return import('apache-arrow');
}

function installedBuilds(parserPath: string): string[] {
  try {
    const commonjs = createRequire(parserPath).resolve('apache-arrow');
    return [commonjs.replace(/\.js$/, '.mjs'), commonjs].filter((file) => existsSync(file));
  } catch {
    return [];
  }
}
