/**
 * Reads the last event of the aggregate, computes version, time, hash and id, and inserts: one round trip, and the plans of its
 * statements are kept. As one statement without a function, planning alone took three times as long as an insert. If another transaction
 * has appended meanwhile, it waits for its end and tries again; each statement sees what is committed by then. Returns nulls if that
 * happens 100 times. clock_timestamp() rather than now(): after a wait, the later event of a chain has the later time. The result is one
 * row and not a set, which took a fifth of the time. `receivers` says whether the tenant has endpoints for webhooks.
 */
export const APPEND_FUNCTION = `
DROP FUNCTION IF EXISTS cf_append_event (TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT);
CREATE FUNCTION cf_append_event(given_tenant TEXT, given_aggregate_type TEXT, given_aggregate_id TEXT, given_event_type TEXT,
  given_actor TEXT, given_payload TEXT, given_payload_hash TEXT, before_version TEXT, before_time TEXT, before_previous TEXT,
  ending TEXT, OUT new_id UUID, OUT new_version BIGINT, OUT new_time TEXT, OUT new_previous TEXT, OUT new_hash TEXT,
  OUT receivers BOOLEAN)
LANGUAGE plpgsql AS $$
DECLARE
  moment TIMESTAMPTZ;
BEGIN
  FOR round IN 1..100 LOOP
    SELECT coalesce(last.aggregate_version, 0) + 1, last.event_hash, EXISTS (SELECT 1 FROM cf_webhook_endpoints AS endpoint
        WHERE endpoint.tenant = given_tenant AND endpoint.status IN ('active', 'paused'))
      INTO new_version, new_previous, receivers
      FROM (SELECT 1) AS one LEFT JOIN LATERAL (SELECT event.aggregate_version, event.event_hash FROM cf_events AS event
        WHERE event.tenant = given_tenant AND event.aggregate_type = given_aggregate_type AND event.aggregate_id = given_aggregate_id
        ORDER BY event.aggregate_version DESC LIMIT 1) AS last ON true;
    moment := clock_timestamp();
    new_time := to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
    new_hash := encode(sha256(convert_to(before_version || new_version || before_time || new_time || before_previous
      || coalesce('"' || new_previous || '"', 'null') || ending, 'UTF8')), 'hex');
    new_id := (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7' || substr(new_hash, 1, 3)
      || '8' || substr(new_hash, 4, 15))::uuid;
    INSERT INTO cf_events (event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at, actor,
        payload, payload_hash, prev_event_hash, event_hash)
      VALUES (new_id, given_tenant, given_aggregate_type, given_aggregate_id, new_version, given_event_type, new_time, given_actor,
        given_payload, given_payload_hash, new_previous, new_hash)
      ON CONFLICT (tenant, aggregate_type, aggregate_id, aggregate_version) DO NOTHING;
    IF FOUND THEN
      RETURN;
    END IF;
    -- With many at one aggregate, one that only tried again could lose every time. From here on they queue.
    IF round = 1 THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', given_tenant, given_aggregate_type, given_aggregate_id), 0));
    END IF;
  END LOOP;
  new_id := NULL;
END $$;
`;
