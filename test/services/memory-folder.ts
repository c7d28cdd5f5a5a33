import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
const PREFIX = 'casparian-tests-';
/** Several times what a whole run has in use at once. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory the place of temporary files for this process and its children. The tests sync thousands of small
 * transactions whose files are deleted right afterwards; on a disk this takes a quarter of the time of a run. Without such a
 * folder, or with little memory, temporary files stay where they are.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  removeFoldersOfKilledRuns();
  const folder = mkdtempSync(join(MEMORY_DISK, `${PREFIX}${process.pid}-`));
  // Servers that run as another user keep their files there too.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => hasServer(folder) || rmSync(folder, { recursive: true, force: true }));
}

/** After Ctrl-C, a server may still run. Its guard stops it after this process, and finds its process ids in its folder. */
function hasServer(folder: string): boolean {
  return readdirSync(folder).some((name) => existsSync(join(folder, name, 'pids')));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** A run that is killed cannot remove its folder, and memory is scarcer than disk. */
function removeFoldersOfKilledRuns(): void {
  for (const name of readdirSync(MEMORY_DISK)) {
    const pid = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : undefined;
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(MEMORY_DISK, name), { recursive: true, force: true });
  }
}
