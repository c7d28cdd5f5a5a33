import { beforeEach } from 'vitest';
import { EVENTS_MIGRATIONS } from '../../../src/events/index.js';
import { type Stage, type StoreName, useStage } from '../../engine/staging/stage.js';

export { STORES } from '../../engine/staging/stage.js';

/** An engine with the event log, empty at the start of each test. */
export function useEventStage(storeName: StoreName): Stage {
  const stage = useStage(storeName, { schemaLines: [EVENTS_MIGRATIONS] });
  beforeEach(() => stage.engine.database.script('DELETE FROM cf_events; DELETE FROM cf_event_heads'));
  return stage;
}
