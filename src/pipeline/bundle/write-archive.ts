import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { BundleEntry } from './bundle-entry.js';
import { byName } from './entry-names.js';

/**
 * The canonical ZIP of some files: the same names and contents give the same bytes on every machine. Sorted names, one
 * time and one mode for all. Stored, because two versions of zlib compress alike only by chance. ZIP keeps local time,
 * so the time is made locally too.
 */
export async function writeArchive(entries: readonly BundleEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, compress: false, forceDosTimestamp: true };
  for (const { name, content } of [...entries].sort(byName)) zip.addBuffer(content, name, options);
  zip.end();
  return buffer(zip.outputStream);
}
