import type { Dialect } from '../../database/index.js';

/**
 * The columns of a row of the statement, all texts. `before_*` and `ending` are the parts of the canonical header between the values
 * that only the database knows.
 */
const GIVEN = [
  ...['tenant', 'aggregate_type', 'aggregate_id', 'event_type', 'actor', 'payload', 'payload_hash'],
  ...['before_version', 'before_time', 'before_previous', 'ending'],
];

/** What differs between the databases. `clock` gives the time as the log writes it, and the part of the id that it determines. */
const DIALECTS: Readonly<
  Record<Dialect, { clock: string; sha256: (text: string) => string; id: (text: string) => string }>
> = {
  // The clock of SQLite is the process clock, so the caller passes it.
  sqlite: {
    clock: 'SELECT ? AS occurred_at, ? AS id_time',
    sha256: (text) => `cf_sha256(${text})`,
    id: (text) => text,
  },
  // clock_timestamp() rather than now(): after a wait for another append, the later event of a chain has the later time.
  postgres: {
    clock: `SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at,
      regexp_replace(lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0'),
        '^(.{8})', '\\1-') || '-7' AS id_time
      FROM (SELECT clock_timestamp() AS moment) AS reading`,
    sha256: (text) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`,
    id: (text) => `(${text})::uuid`,
  },
};

const statements = new Map<string, string>();

/**
 * Appends one event to each of `rows` aggregates: reads the last event of each, computes version, hash and id, and inserts. Returns
 * what it inserted. A row is missing if another transaction has appended to its aggregate meanwhile.
 */
export function appendStatement(dialect: Dialect, rows: number): string {
  const key = `${dialect} ${rows}`;
  let statement = statements.get(key);
  if (statement === undefined) statements.set(key, (statement = build(dialect, rows)));
  return statement;
}

function build(dialect: Dialect, rows: number): string {
  const { clock, sha256, id } = DIALECTS[dialect];
  let placeholder = 0;
  const mark = (): string => (dialect === 'sqlite' ? '?' : `$${++placeholder}`);
  const tuples = Array.from({ length: rows }, () => `(${GIVEN.map(mark).join(', ')})`);
  const last = `FROM cf_events AS last WHERE last.tenant = new.tenant AND last.aggregate_type = new.aggregate_type
      AND last.aggregate_id = new.aggregate_id ORDER BY last.aggregate_version DESC LIMIT 1`;
  const header = `before_version || aggregate_version || before_time || occurred_at || before_previous
      || coalesce('"' || prev_event_hash || '"', 'null') || ending`;
  return `WITH clock AS (${clock}),
new (${GIVEN.join(', ')}) AS (VALUES ${tuples.join(', ')}),
linked AS MATERIALIZED (
  SELECT new.*, coalesce((SELECT aggregate_version ${last}), 0) + 1 AS aggregate_version,
    (SELECT event_hash ${last}) AS prev_event_hash FROM new
),
hashed AS MATERIALIZED (SELECT linked.*, clock.occurred_at, clock.id_time, ${sha256(header)} AS event_hash FROM linked CROSS JOIN clock)
INSERT INTO cf_events (event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at, actor, payload,
  payload_hash, prev_event_hash, event_hash)
SELECT ${id(`id_time || substr(event_hash, 1, 3) || '-8' || substr(event_hash, 4, 3) || '-' || substr(event_hash, 7, 12)`)},
  tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at, actor, payload, payload_hash, prev_event_hash,
  event_hash
FROM hashed WHERE TRUE
ON CONFLICT (tenant, aggregate_type, aggregate_id, aggregate_version) DO NOTHING
RETURNING aggregate_type, aggregate_id, aggregate_version, occurred_at, prev_event_hash, event_hash, event_id`;
}
