import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { CasparianError } from '../../platform/index.js';
import { isS3Address } from '../../storage/index.js';
import { type Arriving, arriving } from './arriving.js';
import { examiner } from './examine.js';
import { createHashing, type Hashing, type OnHashed } from './hashing.js';
import { FOUND, type KnownFiles, knownFiles, MISSING } from './known-files.js';
import { createRecorder, type Recorder, writeMissing } from './recorder.js';
import type { ScanProblem, ScanReport, ScanRequest } from './scan-request.js';
import { scanBucket } from './scan-bucket.js';
import { createSelection, type Selection } from './selection.js';
import { filesAt, type FoundFile, isGone, isStillThere } from './walk.js';
import type { TenantDatabase } from '../../database/index.js';

/** How long the walk may block the event loop, and how many files it visits between checks of the clock. */
const SLICE_MS = 20;
const FILES_BETWEEN_LOOKS = 128;
/** Files found before the known files are loaded. More than this would take too much memory. */
const MAX_EARLY = 200_000;

/** A running scan. The walk finds files, threads hash them, and results are recorded in batches. */
interface Scan {
  readonly request: ScanRequest;
  readonly selection: Selection;
  /** Loaded from the database while the walk already runs. */
  readonly known: Arriving<KnownFiles>;
  readonly recorder: Recorder;
  readonly problems: ScanProblem[];
  readonly counts: { discovered: number; untouched: number; bytesHashed: number };
}

/** Scans a folder or a prefix of a bucket, and records new, changed and missing files. Unreadable files are reported and skipped. */
export async function scanFolder(database: TenantDatabase, request: ScanRequest): Promise<ScanReport> {
  if (isS3Address(request.root)) return scanBucket(database, request);
  const root = resolve(request.root);
  const isFolder = requireRoot(root);
  const { patterns, ignore, home, tags, only: starts = [root] } = request;
  const scan: Scan = {
    request,
    selection: await createSelection({ root, isFolder, patterns, ignore, home }),
    known: arriving(knownFiles(database, starts, tags)),
    recorder: createRecorder(database, tags),
    problems: [],
    counts: { discovered: 0, untouched: 0, bytesHashed: 0 },
  };
  await lookAt(starts, scan);
  const missing = await writeMissing(database, notFound(scan, await scan.known.take()));
  const { recorder, problems, counts } = scan;
  return {
    discovered: counts.discovered,
    unchanged: counts.untouched + recorder.unchanged(),
    changed: recorder.changed(),
    missing,
    bytesHashed: counts.bytesHashed,
    problems,
  };
}

/** Returns whether it is a folder. */
function requireRoot(root: string): boolean {
  const stats = statSync(root, { throwIfNoEntry: false });
  if (stats) return stats.isDirectory();
  throw new CasparianError('INPUT_NOT_FOUND', `There is no folder or file '${root}'`, {
    why: 'Files that were scanned there before are not marked as missing: the disk may only be unmounted.',
    next: ['Check the path, and that its disk is mounted.'],
  });
}

async function lookAt(starts: readonly string[], scan: Scan): Promise<void> {
  const hashing = createHashing(recordHashed(scan), scan.request.signal);
  try {
    await walk(starts, scan, hashing);
    hashing.flush();
    while (hashing.isBusy()) {
      await hashing.next();
      await scan.recorder.writeFull();
      reportProgress(scan);
    }
  } finally {
    await hashing.close();
  }
  await scan.recorder.writeAll();
}

async function walk(starts: readonly string[], scan: Scan, hashing: Hashing): Promise<void> {
  const { selection, problems, known } = scan;
  let early: FoundFile[] = [];
  let examine: ((file: FoundFile) => void) | undefined;
  const beginExamining = async (): Promise<void> => {
    examine = examination(scan, await known.take(), hashing);
    early.forEach(examine);
    early = [];
  };
  let found = 0;
  let pauseAt = performance.now() + SLICE_MS;
  for (const start of starts) {
    for (const file of filesAt(start, { selection, onProblem: (problem) => problems.push(problem) })) {
      if (examine) examine(file);
      else early.push(file);
      if (++found % FILES_BETWEEN_LOOKS !== 0 || performance.now() < pauseAt) continue;
      await pause(scan, hashing);
      if (!examine && (known.isHere() || early.length >= MAX_EARLY)) await beginExamining();
      pauseAt = performance.now() + SLICE_MS;
    }
  }
  if (!examine) await beginExamining();
}

function examination({ recorder, request, counts }: Scan, known: KnownFiles, hashing: Hashing) {
  const { tags, rehash } = request;
  const examine = examiner({ known, recorder, hashing, tags, rehash });
  return (file: FoundFile): void => {
    const verdict = examine(file);
    if (verdict !== 'gone') counts.discovered++;
    if (verdict === 'nothing') counts.untouched++;
  };
}

/** Lets signals, timers and other work run, and waits for a backlog of hashing. */
async function pause(scan: Scan, hashing: Hashing): Promise<void> {
  reportProgress(scan);
  await turn();
  scan.request.signal?.throwIfAborted();
  while (hashing.isFull()) await hashing.next();
  await scan.recorder.writeFull();
}

function reportProgress({ request, counts }: Scan): void {
  request.onProgress?.({ discovered: counts.discovered, bytesHashed: counts.bytesHashed });
}

function recordHashed({ recorder, problems, counts }: Scan): OnHashed {
  return ({ path, signature }, answer) => {
    if ('hash' in answer) {
      counts.bytesHashed += signature.sizeBytes;
      return recorder.add({ path, signature, hash: answer.hash });
    }
    counts.discovered -= isGone(answer) ? 1 : 0;
    if (!isGone(answer)) problems.push({ path, message: answer.message });
  };
}

/** Known files that this scan did not find. Files at or below a problem are left out: their state is unknown. */
function notFound({ selection, problems }: Scan, known: KnownFiles): string[] {
  const obscured = new Set(problems.map(({ path }) => path));
  const isObscured = (path: string): boolean =>
    obscured.has(path) || (dirname(path) !== path && isObscured(dirname(path)));
  const paths: string[] = [];
  for (const [path, place] of known.places) {
    if (known.sizes[place] === FOUND || known.notes[place] === MISSING) continue;
    if (!selection.reaches(path) || (obscured.size > 0 && isObscured(path))) continue;
    if (!isStillThere(path)) paths.push(path);
  }
  return paths;
}
