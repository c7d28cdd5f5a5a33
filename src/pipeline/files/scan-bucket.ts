import { CasparianError } from '../../platform/index.js';
import type { Storage, StoredFile } from '../../storage/index.js';
import type { TenantDatabase } from '../../database/index.js';
import { IGNORE_FILE } from './ignore-rules.js';
import { FOUND, type KnownFiles, knownFiles, MISSING } from './known-files.js';
import type { Spool } from '../spool/spool.js';
import { createRecorder, type Recorder, writeMissing } from './recorder.js';
import type { ScanProblem, ScanReport, ScanRequest } from './scan-request.js';
import { createSelection, type Selection } from './selection.js';
import { type RecordedSignature, signatureOfObject } from './signature.js';
import { createTagCheck } from './comparison.js';

/** Downloads under way. A request takes longer than hashing what it brings. */
const AT_ONCE = 16;

interface BucketScan {
  readonly request: ScanRequest & { readonly spool: Spool };
  readonly known: KnownFiles;
  readonly selection: Selection;
  readonly recorder: Recorder;
  readonly problems: ScanProblem[];
  readonly counts: { discovered: number; untouched: number; bytesHashed: number };
}

interface ListedFile {
  readonly path: string;
  readonly file: StoredFile;
}

/** Scans a prefix of a bucket, or one object. The listing decides; what looks as before is not read. */
export async function scanBucket(database: TenantDatabase, given: ScanRequest): Promise<ScanReport> {
  const { root, tags, spool } = given;
  if (spool === undefined) throw new Error(`${root} cannot be scanned without a spool`);
  const request = { ...given, spool };
  const storage = spool.storages.at(root);
  const known = await knownFiles(database, [root], tags);
  const single = spool.storages.locate(root);
  const object = single.key === '' ? undefined : await single.storage.find(single.key, { signal: request.signal });
  const scan: BucketScan = {
    ...{ request, known },
    selection: await selectionOf(request, storage, object !== undefined),
    recorder: createRecorder(database, tags),
    problems: [],
    counts: { discovered: 0, untouched: 0, bytesHashed: 0 },
  };
  if (object !== undefined) await examine(scan, [{ path: root, file: object }]);
  for await (const page of storage.list('', { signal: request.signal })) {
    const files = page.map((file) => ({ path: storage.addressOf(file.key), file }));
    await examine(
      scan,
      files.filter(({ path }) => scan.selection.reaches(path)),
    );
  }
  requireFiles(scan);
  await scan.recorder.writeAll();
  const missing = await writeMissing(database, await notFound(scan));
  const { recorder, problems, counts } = scan;
  return {
    ...{ discovered: counts.discovered, unchanged: counts.untouched + recorder.unchanged() },
    ...{ changed: recorder.changed(), missing, bytesHashed: counts.bytesHashed, problems },
  };
}

/** The rules of a folder, with `.casparianignore` of the prefix. */
async function selectionOf(
  { root, patterns, ignore }: ScanRequest,
  storage: Storage,
  isObject: boolean,
): Promise<Selection> {
  const found = isObject ? undefined : await storage.find(IGNORE_FILE);
  const pieces: Buffer[] = [];
  if (found) for await (const piece of await storage.read(IGNORE_FILE)) pieces.push(piece as Buffer);
  const lines = Buffer.concat(pieces).toString().split(/\r?\n/);
  return createSelection({ root, isFolder: !isObject, patterns, ignore, home: undefined, ignoreFile: lines });
}

/** A mistyped address must not look like an empty folder. If it had files before, they were removed, and the address is right. */
function requireFiles({ request, known, counts, problems }: BucketScan): void {
  if (counts.discovered > 0 || known.places.size > 0 || problems.length > 0 || request.patterns.length > 0) return;
  if (request.mayBeEmpty === true) return;
  throw new CasparianError('INPUT_NOT_FOUND', `There are no files at '${request.root}'`, {
    why: 'The bucket has no object whose key begins with this prefix, or all of them are ignored.',
    next: ['Check the address.'],
  });
}

async function examine(scan: BucketScan, files: readonly ListedFile[]): Promise<void> {
  const { request, counts, recorder } = scan;
  const needed = files.filter((file) => needsReading(scan, file));
  counts.discovered += files.length;
  const waiting = needed.values();
  const worker = async (): Promise<void> => {
    for (const { path, file } of waiting) {
      await read(scan, path, file);
      request.onProgress?.({ discovered: counts.discovered, bytesHashed: counts.bytesHashed });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await recorder.writeFull();
  request.onProgress?.({ discovered: counts.discovered, bytesHashed: counts.bytesHashed });
}

/** Compares with what was recorded. Size, time and ETag decide. */
function needsReading({ request, known, recorder, counts }: BucketScan, { path, file }: ListedFile): boolean {
  const place = known.places.get(path);
  if (place === undefined) return true;
  const { sizeBytes, modifiedUs, changedUs } = signatureOfObject(file);
  const recorded: RecordedSignature = {
    ...{ sizeBytes: known.sizes[place] as number, modifiedUs: known.modified[place] as number },
    changedUs: known.changed[place] as number,
  };
  const isSame =
    recorded.sizeBytes === sizeBytes && recorded.modifiedUs === modifiedUs && recorded.changedUs === changedUs;
  known.sizes[place] = FOUND;
  if (!isSame || request.rehash) return true;
  const note = known.notes[place];
  if (typeof note !== 'string' || (note !== MISSING && createTagCheck(request.tags)(note))) counts.untouched += 1;
  else recorder.add({ path, signature: recorded, hash: undefined });
  return false;
}

/** A file that cannot be read is a problem of this file only, unless the server is gone. */
async function read(
  { request, recorder, problems, counts }: BucketScan,
  path: string,
  file: StoredFile,
): Promise<void> {
  const { spool, signal } = request;
  try {
    const { storage, key } = spool.storages.locate(path);
    const { hash, version } = await spool
      .fetch(path, { version: { ...file, key }, signal })
      .catch(async (error: unknown) => {
        // Replaced since it was listed.
        const now = codeOf(error) === 'STORAGE_FILE_CHANGED' ? await storage.find(key, { signal }) : undefined;
        if (now === undefined) throw error;
        return spool.fetch(path, { version: now, signal });
      });
    counts.bytesHashed += version.sizeBytes;
    recorder.add({ path, signature: signatureOfObject(version), hash });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'STORAGE_FILE_NOT_FOUND') counts.discovered -= 1;
    else if (code !== undefined && OF_ONE_FILE.has(code)) problems.push({ path, message: (error as Error).message });
    else throw error;
  }
}

const OF_ONE_FILE = new Set(['STORAGE_DENIED', 'STORAGE_FILE_CHANGED', 'SPOOL_FULL', 'STORAGE_FAILED']);

function codeOf(error: unknown): string | undefined {
  return error instanceof CasparianError ? error.code : undefined;
}

/** Another scan may have recorded a file after this listing began, so each is looked up. */
async function notFound({ request, known, selection, problems }: BucketScan): Promise<string[]> {
  const obscured = new Set(problems.map(({ path }) => path));
  const paths: string[] = [];
  for (const [path, place] of known.places) {
    if (known.sizes[place] === FOUND || known.notes[place] === MISSING) continue;
    if (obscured.has(path) || !selection.reaches(path)) continue;
    const { storage, key } = request.spool.storages.locate(path);
    if ((await storage.find(key)) === undefined) paths.push(path);
  }
  return paths;
}
