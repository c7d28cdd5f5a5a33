import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A file of the built dashboard. */
export interface DashboardFile {
  readonly body: Buffer;
  /** Undefined if it does not become smaller. */
  readonly gzip: Buffer | undefined;
  readonly contentType: string;
  /** Its name has the hash of its content. */
  readonly isImmutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Beside the program in the package, and in `dist` of a clone. */
const FOLDERS = ['../../dashboard', '../../../dist/dashboard'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** All files by their path, such as `/assets/index-1a2b.js`. Undefined if the dashboard is not built. */
export function readDashboardFiles(basePath: string): ReadonlyMap<string, DashboardFile> | undefined {
  for (const folder of FOLDERS) {
    const names = namesIn(folder);
    if (names.includes('index.html')) return new Map(names.map((name) => [`/${name}`, fileOf(folder, name, basePath)]));
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  } catch {
    return [];
  }
}

function fileOf(folder: string, name: string, basePath: string): DashboardFile {
  const read = readFileSync(join(folder, name));
  // All other addresses in the page are relative to this one.
  const body =
    name === 'index.html'
      ? Buffer.from(read.toString('utf8').replace('<base href="/" />', `<base href="${basePath}/" />`))
      : read;
  const gzip = gzipSync(body);
  const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
  return { body, gzip: gzip.length < body.length ? gzip : undefined, contentType, isImmutable: isHashed(name) };
}

function isHashed(name: string): boolean {
  return name.startsWith('assets/');
}
