import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createJobLogReader, declareJob } from '../../../src/engine/index.js';
import { findTasks, TASK_JOB, taskOf } from '../../../src/tasks/index.js';
import { advanceTime } from '../../engine/staging/advance-time.js';
import { STORES } from '../../engine/staging/stage.js';
import { jobEnds, jobIs } from '../../engine/staging/workers.js';
import { waitUntil } from '../../services/wait-until.js';
import { aSpec, sh } from './staging/a-spec.js';
import { useTaskStage } from './staging/task-stage.js';

describe.each(STORES)('tasks on %s', (storeName) => {
  const stage = useTaskStage(storeName, { working: true });

  test('a program that succeeds completes its job with what its envelope says, and the ends of its words', async () => {
    const spec = sh(`echo words; echo more >&2; echo '{"ok": true, "result": {"rows": 9007199254740993}}'`);
    const task = await stage.outcomeOf(spec);
    expect(task).toMatchObject({ status: 'completed', error: null, exitCode: 0, attempts: 1, stderrTail: 'more\n' });
    expect(task.result).toEqual({ rows: 9007199254740993n });
    expect(task.stdoutTail).toMatch(/^words\n/);
    expect(task.stdoutSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(task.job).toMatchObject({ attempts: 0, fence: 1, specHash: task.specHash });
  });

  test('a quiet program leaves three fields and touches no disk', async () => {
    const task = await stage.outcomeOf(aSpec(['/bin/true']));
    expect(task.job.result).toEqual({ result: null, exit_code: 0, duration_ms: expect.any(Number) as number });
    expect(await readdir(stage.logs)).not.toContain(task.id);
  });

  test('an exit code behind a good envelope is a warning', async () => {
    const task = await stage.outcomeOf(sh(`echo '{"ok": true, "result": 1}'; exit 4`));
    expect(task).toMatchObject({ status: 'completed_with_warnings', result: 1, exitCode: 4, error: null });
    expect(task.warnings).toHaveLength(1);
  });

  test('a program that fails for good is tried once, and its error says what it said', async () => {
    const envelope = { ok: false, error: { class: 'ValueError', message: 'bad row', traceback: 'Traceback…' } };
    const task = await stage.outcomeOf(sh(`echo oops >&2; echo '${JSON.stringify(envelope)}'; exit 3`));
    expect(task).toMatchObject({ status: 'failed', exitCode: 3, attempts: 1, result: null, stderrTail: 'oops\n' });
    expect(task.error).toEqual({
      ...{ code: 'TASK_FAILED', class: 'ValueError', message: 'bad row', traceback: 'Traceback…', retryable: false },
    });
    expect(task.job.errors[0]).toMatchObject({ detail: 'Traceback…', facts: { exit_code: 3, retryable: false } });
  });

  test('one that may be tried again is, after the delay of its own policy, until it succeeds', async () => {
    const spec = sh('test "$CASPARIAN_ATTEMPT" = 3 || exit 75', { retry: { backoff: 'linear', delayMs: 60_000 } });
    const { id } = await stage.submit(spec);
    for (const failures of [1, 2]) {
      const { runAt, errors } = await jobIs(stage.engine, id, (job) => job.attempts === failures);
      const waitMs = runAt - Date.parse(errors.at(-1)!.ended);
      expect(waitMs).toBeGreaterThanOrEqual(failures * 60_000 - 5);
      expect(waitMs).toBeLessThan((failures + 1) * 60_000 - 5);
      await advanceTime(stage.engine.database, failures * 60_000 + 1_000);
    }
    const task = taskOf(await jobEnds(stage.engine, id));
    expect(task).toMatchObject({ status: 'completed', attempts: 3, job: { attempts: 2, fence: 3 } });
  });

  test('a program that asks for a later time is not tried before it', async () => {
    const envelope = { ok: false, error: { message: 'busy', retryable: true, retry_after: 60 } };
    const { id } = await stage.submit(sh(`echo '${JSON.stringify(envelope)}'`));
    const job = await jobIs(stage.engine, id, ({ status, attempts }) => status === 'pending' && attempts === 1);
    expect(job.runAt - Date.parse(job.errors[0]!.ended)).toBeGreaterThanOrEqual(59_000);
  });

  test('when all attempts are used up it is a dead letter', async () => {
    const task = await stage.outcomeOf(sh('exit 9', { retry: { exitCodes: [9] } }), { maxAttempts: 2 });
    expect(task).toMatchObject({ status: 'dead_letter', exitCode: 9, attempts: 2 });
    expect(task.error).toMatchObject({ code: 'TASK_FAILED', retryable: true });
    expect(task.job.errors).toHaveLength(2);
  });

  test('one that takes too long is stopped', async () => {
    const task = await stage.outcomeOf(aSpec(['/bin/sleep', '60'], { timeoutMs: 100 }), { maxAttempts: 1 });
    expect(task).toMatchObject({ status: 'dead_letter', error: { code: 'TASK_TIMEOUT' }, exitCode: null });
  });

  test('cancelled from elsewhere while it runs, it is stopped; its log was readable before that', async () => {
    const { id } = await stage.submit(sh('echo begun; sleep 60'));
    const log = createJobLogReader(stage.logs, id);
    const [line] = await waitUntil(
      async () => {
        const lines = await log.readNew();
        return lines.length > 0 && lines;
      },
      { for: 'the first line', intervalMs: 10 },
    );
    expect(line).toMatchObject({ message: 'begun', level: 'info', attempt: 1, fence: 1 });
    expect((await stage.engine.job(id)).status).toBe('running');
    await (await stage.openAnother()).cancel(id);
    const task = taskOf(await jobEnds(stage.engine, id));
    expect(task).toMatchObject({ status: 'cancelled', attempts: 1, error: null });
  });

  test('an invalid payload is refused, or fails at once where its enqueuer has no schema', async () => {
    const refused = stage.engine.enqueue(TASK_JOB, { command: 'rm -rf /' });
    await expect(refused).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
    const { id } = await stage.engine.enqueue(declareJob({ type: TASK_JOB.type }), { command: 'rm -rf /' });
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'PAYLOAD_INVALID' }] });
    expect(await findTasks(stage.engine, {})).toEqual([]);
  });
});

describe.each(STORES)('a worker for tasks on %s', (storeName) => {
  const stage = useTaskStage(storeName);

  test('one that may not run a command says so; one that stops gives its task back, uncharged', async () => {
    const worker = await stage.startTaskWorker({ allow: ['/bin/sleep *'] });
    const refused = await stage.outcomeOf(aSpec(['/bin/echo', 'hello']));
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'TASK_NOT_ALLOWED' }, stdoutTail: '' });
    const { id } = await stage.submit(aSpec(['/bin/sleep', '60']));
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    expect(await worker.stop({ graceMs: 0 })).toEqual({ returned: 1 });
    expect(await stage.engine.job(id)).toMatchObject({ status: 'pending', attempts: 0, errors: [] });
  });
});
