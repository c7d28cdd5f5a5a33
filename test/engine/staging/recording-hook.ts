import { queryBuilder, type Executor } from '../../../src/database/index.js';
import type { Transition, TransitionHook } from '../../../src/engine/index.js';
import type { EngineSchema } from '../../../src/engine/schema/tables.js';

export interface RecordingHook {
  readonly hook: TransitionHook;
  /** The transitions of each call, whether they were committed or not. */
  readonly calls: (readonly Transition[])[];
  /** Replaces what the hook does after it has recorded a call, until the next `reset`. */
  then: TransitionHook;
  reset(): void;
}

/**
 * Writes a row for each transition into the transaction. The name of a row is its key, so that a transition that is
 * reported twice fails.
 */
export function recordingHook(): RecordingHook {
  const calls: (readonly Transition[])[] = [];
  const nothing: TransitionHook = async () => undefined;
  const recorder: RecordingHook = {
    calls,
    then: nothing,
    reset: () => {
      calls.length = 0;
      recorder.then = nothing;
    },
    hook: async (tx, transitions) => {
      calls.push(transitions);
      await queryBuilder<EngineSchema>(tx)
        .insertInto('cf_queues')
        .values(transitions.map((one) => ({ name: nameOf(one), paused_at: null, paused_reason: null })))
        .execute();
      await recorder.then(tx, transitions);
    },
  };
  return recorder;
}

/** The committed transitions, as `id from > to`. */
export async function committedTransitions(database: Executor): Promise<string[]> {
  const rows = await queryBuilder<EngineSchema>(database).selectFrom('cf_queues').select('name').execute();
  return rows.map(({ name }) => name).sort();
}

export function nameOf({ id, from, to, fence }: Pick<Transition, 'id' | 'from' | 'to' | 'fence'>): string {
  return `${id} ${from} > ${to} under ${fence}`;
}
