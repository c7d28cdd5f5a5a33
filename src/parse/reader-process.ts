// The process that reads files for a worker, one at a time. Descriptor 3 connects it to the worker. When it closes, the
// worker is gone and the process exits.
import { Socket } from 'node:net';
import { CasparianError, optimiseLater } from '../platform/index.js';
import { readLines } from '../bridge/index.js';
import { createHeldMemory } from './subprocess/held-memory.js';
import { type ReaderMessage, sentError, sentRun } from './subprocess/reader-message.js';
import type { ProfileTask } from './dataset-contract/profile-files.js';
import { type ReaderTask, runReaderTask } from './subprocess/run-reader-task.js';

optimiseLater();

const worker = new Socket({ fd: 3 });
const heldBytes = createHeldMemory();

readLines(
  worker,
  (line) => void perform(JSON.parse(line) as ReaderTask | ProfileTask),
  () => process.exit(),
);

async function perform(task: ReaderTask | ProfileTask): Promise<void> {
  const { user, system } = process.cpuUsage();
  send({ kind: 'begun', pid: process.pid, cpuMs: (user + system) / 1_000 });
  try {
    if ('kind' in task) {
      // Loaded on first use: most readers never profile.
      const { profileFiles } = await import('./dataset-contract/profile-files.js');
      send({ kind: 'profiled', files: await profileFiles(task), heldBytes: heldBytes() });
      return;
    }
    const run = await runReaderTask(task, (reading) => send({ kind: 'reading', reading }));
    send({ kind: 'run', run: sentRun(run), heldBytes: heldBytes() });
  } catch (error) {
    if (error instanceof CasparianError) send({ kind: 'failure', failure: sentError(error) });
    else send({ kind: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(message: ReaderMessage): void {
  worker.write(`${JSON.stringify(message)}\n`);
}
