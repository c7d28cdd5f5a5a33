import { type Entry, fromBufferPromise } from 'yauzl';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { type BundleEntry, MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES } from './bundle-entry.js';
import { bundleInvalid, tooManyBytes, tooManyFiles } from './bundle-invalid.js';
import { problemOfName, requireDistinctNames } from './entry-names.js';
import { sha256 } from './source-hash.js';
import { writeArchive } from './write-archive.js';

/** The content plus the ZIP overhead of each file, which includes its name twice. */
const MAX_ARCHIVE_BYTES = MAX_BUNDLE_BYTES + MAX_BUNDLE_FILES * 1_200;

const LOCAL_HEADER_BYTES = 30;
const REGULAR_FILE = 0o100644;
const STORED = 0;

/**
 * The files of an archive that `writeArchive` could have written, byte for byte. Everything else is refused, even if
 * another ZIP reader would accept it. Unpacking never produces more bytes than the archive's size.
 */
export async function readBundle(archive: Buffer, sourceHash: string): Promise<BundleEntry[]> {
  if (archive.length > MAX_ARCHIVE_BYTES) throw tooManyBytes();
  const found = sha256(archive);
  if (found !== sourceHash) {
    throw bundleInvalid('The bundle was changed', `Its hash is ${found} instead of ${sourceHash}.`);
  }
  const entries = await listEntries(archive);
  requireDistinctNames(entries.map(({ name }) => name));
  // The final check: anything not checked above would be written differently.
  if (!(await writeArchive(entries)).equals(archive)) {
    throw bundleInvalid('The archive is not written as casparian writes bundles', undefined, [
      'Register the folder itself, or a bundle that casparian made.',
    ]);
  }
  return entries;
}

async function listEntries(archive: Buffer): Promise<BundleEntry[]> {
  const entries: BundleEntry[] = [];
  try {
    const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true });
    if (zip.entryCount > MAX_BUNDLE_FILES) throw tooManyFiles();
    for await (const entry of zip.eachEntry()) entries.push(readEntry(archive, entry));
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw bundleInvalid('The archive cannot be read', errorMessage(error));
  }
  return entries;
}

function readEntry(archive: Buffer, entry: Entry): BundleEntry {
  const name = entry.fileName;
  const problem = problemOfName(name) ?? problemOfEntry(entry);
  if (problem !== undefined) throw bundleInvalid(`The entry '${name}' is refused: ${problem}`);
  const start = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameRaw.length;
  const content = archive.subarray(start, start + entry.uncompressedSize);
  if (content.length !== entry.uncompressedSize) {
    throw bundleInvalid(`The entry '${name}' is refused: it claims more bytes than the archive has`);
  }
  return { name, content };
}

function problemOfEntry(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'it is encrypted';
  if (entry.compressionMethod !== STORED) return 'it is compressed, and could unpack to any size';
  if (entry.compressedSize !== entry.uncompressedSize) return 'its two sizes differ';
  const mode = entry.externalFileAttributes >>> 16;
  if (mode !== REGULAR_FILE) return `it is not a regular file (mode ${mode.toString(8)})`;
  return undefined;
}
