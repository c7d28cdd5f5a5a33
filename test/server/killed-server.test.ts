import { expect, test } from 'vitest';
import { COMMAND_STORES } from '../cli/store.js';
import { startServer } from './running-server.js';

const CLIENTS = 8;
const ACCEPTED_BEFORE_KILL = 150;

test.each(COMMAND_STORES)(
  'killing the server loses no accepted request, and leaves no job without its event, on %s',
  async (kind) => {
    const server = await startServer(kind);
    const key = await server.keyOf('Operator');
    const accepted: string[] = [];
    const body = { type: 'noop', payload: {} };
    const enqueueUntilKilled = async (): Promise<void> => {
      for (;;) {
        const { status, json } = await server.call<{ id: string }>('POST /v1/jobs', { key, body });
        expect(status).toBe(201);
        accepted.push(json.id);
        if (accepted.length === ACCEPTED_BEFORE_KILL) server.running.process.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, enqueueUntilKilled));
    // Every client ends because its connection breaks, not because of a response.
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } });
    await server.running.ended;
    const { database } = server.engine;
    const jobs = await database.query<{ id: string }>('SELECT id FROM cf_jobs');
    const stored = new Set(jobs.map(({ id }) => id));
    expect(accepted.length).toBeGreaterThanOrEqual(ACCEPTED_BEFORE_KILL);
    expect(accepted.filter((id) => !stored.has(id))).toEqual([]);
    const events = await database.query<{ id: string; actor: string }>(
      "SELECT aggregate_id AS id, actor FROM cf_events WHERE event_type = 'job.enqueued'",
    );
    expect(new Set(events.map(({ id }) => id))).toEqual(stored);
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['key:Operator']));
  },
);
