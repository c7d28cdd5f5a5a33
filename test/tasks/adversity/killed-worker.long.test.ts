import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';
import { allGone, isRunning } from '../../process/programs.js';
import { ended, pidsIn, startWorker, submit } from './staging/stage.js';

/** The first attempt never ends by itself: neither the program nor its child, nor the daemon it left behind. */
const SCRIPT = `
  if [ "$CASPARIAN_ATTEMPT" = 1 ]; then
    echo $$ > pids
    sh -c 'echo $$ >> pids; exec sleep 300' &
    setsid sh -c 'echo $$ >> pids; exec sleep 300' &
    trap '' TERM
    while :; do sleep 300; done
  fi
  printf '{"ok": true, "result": {"attempt": %d, "fence": %d}}\\n' "$CASPARIAN_ATTEMPT" "$CASPARIAN_FENCE"
`;

describe.each(STORES)('a worker on %s that is killed while its program runs', (kind) => {
  test('takes the program with it, and another worker runs it again with a new fence', async () => {
    const store = await freshStore(kind);
    const folder = await temporaryFolder();
    const env = { CASPARIAN_LEASE_SECONDS: '1' };
    const first = await startWorker(store, env);
    const id = await submit(store, { command: ['sh', '-c', SCRIPT], cwd: folder });
    const pids = await pidsIn(join(folder, 'pids'), 3);
    expect(pids.every(isRunning)).toBe(true);
    first.process.kill('SIGKILL');
    const [second] = await Promise.all([startWorker(store, env), allGone(pids)]);

    const task = await ended(store, id);
    expect(task).toMatchObject({ status: 'completed', result: { attempt: 2, fence: 2 }, attempts: 2 });
    expect(task.job).toMatchObject({ crashes: 1, attempts: 1 });
    second.process.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });
});
