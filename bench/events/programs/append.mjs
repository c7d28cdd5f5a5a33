// node append.mjs insert|append EVENTS EVENTS_PER_CALL DATABASE: writes events in one open transaction and prints the seconds.
// `insert` writes the same rows, hashed before, with plain INSERT statements: the bytes without the log.
import { openEngine } from '../../../dist/engine/index.js';
import { EVENTS_MIGRATIONS, recordEvents } from '../../../dist/events/index.js';
import { cjsonText } from '../../../dist/platform/index.js';
import { madeEvent } from './made-events.mjs';
import { startClock } from './work-clock.mjs';

const [how, amount, perCall, database] = process.argv.slice(2);
const WARM_UP_EVENTS = 2_000;
const COLUMNS = [
  ...[
    'event_id',
    'tenant',
    'aggregate_type',
    'aggregate_id',
    'aggregate_version',
    'event_type',
    'occurred_at',
    'actor',
  ],
  ...['payload', 'payload_hash', 'prev_event_hash', 'event_hash'],
];

const engine = await openEngine({ database, migrate: true, schemaLines: [EVENTS_MIGRATIONS] });
const events = Array.from({ length: WARM_UP_EVENTS + Number(amount) }, (_, index) => madeEvent(index));
const rows = how === 'insert' ? await hashedRows() : undefined;
await write(0, WARM_UP_EVENTS);
const seconds = await write(WARM_UP_EVENTS, events.length);
await engine.close();
process.stdout.write(JSON.stringify({ seconds }));

async function write(from, to) {
  return engine.database.transaction(async (tx) => {
    const clock = startClock(tx.dialect);
    for (let at = from; at < to; at += Number(perCall)) {
      const end = Math.min(to, at + Number(perCall));
      if (rows) await insert(tx, rows.slice(at, end));
      else await recordEvents(tx, 'default', events.slice(at, end));
    }
    return clock();
  });
}

function insert(tx, some) {
  let placeholder = 0;
  const mark = () => (tx.dialect === 'sqlite' ? '?' : `$${++placeholder}`);
  const tuples = some.map(() => `(${COLUMNS.map(mark).join(', ')})`).join(', ');
  return tx.query(`INSERT INTO cf_events (${COLUMNS.join(', ')}) VALUES ${tuples}`, some.flat());
}

/** The rows that the log would write. They are taken from it, in a transaction that is undone. */
async function hashedRows() {
  const made = [];
  const undo = new Error('undo');
  const work = engine.database.transaction(async (tx) => {
    made.push(...(await recordEvents(tx, 'default', events)));
    throw undo;
  });
  await work.catch((error) => {
    if (error !== undo) throw error;
  });
  if (engine.database.dialect === 'postgres') await engine.database.query('VACUUM cf_events');
  return made.map((event) => [
    ...[event.eventId, event.tenant, event.aggregateType, event.aggregateId, event.aggregateVersion, event.eventType],
    ...[
      event.occurredAt,
      event.actor,
      cjsonText(event.payload),
      event.payloadHash,
      event.prevEventHash,
      event.eventHash,
    ],
  ]);
}
