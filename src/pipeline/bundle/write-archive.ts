import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { BundleEntry } from './bundle-entry.js';
import { byName } from './entry-names.js';

/**
 * The canonical ZIP of some files: the same names and contents give the same bytes on every machine. Names are sorted;
 * all files have one time and one mode. Contents are stored, because two versions of zlib may compress differently. ZIP
 * keeps local time, so the time is made from local time too.
 */
export async function writeArchive(entries: readonly BundleEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, compress: false, forceDosTimestamp: true };
  for (const { name, content } of [...entries].sort(byName)) zip.addBuffer(content, name, options);
  zip.end();
  return buffer(zip.outputStream);
}
