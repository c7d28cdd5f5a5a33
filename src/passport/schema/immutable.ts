/** What must not change after it was written, besides what the statements of this module already guard. */
interface Immutable {
  readonly table: string;
  /** The event, such as `UPDATE OF content`. A trigger on columns costs nothing when others are updated. */
  readonly on: string;
  readonly when?: string;
  readonly message: string;
}

const SEALED_ITEM = `EXISTS (SELECT 1 FROM cf_snapshots WHERE id = OLD.snapshot_id AND status = 'SEALED')`;

const IMMUTABLE: readonly Immutable[] = [
  {
    table: 'cf_document_versions',
    on: 'UPDATE OF id, tenant, document_id, version, mime_type, sha256, size_bytes, content, source',
    message: 'a document version is immutable',
  },
  { table: 'cf_facts', on: 'UPDATE', message: 'a fact is immutable' },
  { table: 'cf_snapshots', on: 'UPDATE', when: `OLD.status = 'SEALED'`, message: 'a sealed snapshot is immutable' },
  { table: 'cf_snapshot_items', on: 'UPDATE', message: 'an item of a snapshot is immutable' },
  { table: 'cf_snapshot_items', on: 'DELETE', when: SEALED_ITEM, message: 'a sealed snapshot is immutable' },
  {
    table: 'cf_rule_package_versions',
    on: 'UPDATE OF id, tenant, rule_package_id, version, dsl_source, dsl_sha256, tests_source, tests_sha256',
    message: 'the sources of rules are immutable',
  },
  {
    table: 'cf_passport_versions',
    on: `UPDATE OF id, tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, issued_at,
  payload_canonical, payload_hash, proof_canonical, proof_root_hash, receipt_canonical, receipt_hash, signing_key_id`,
    message: 'the artefacts of a passport are immutable',
  },
  {
    table: 'cf_passport_versions',
    on: 'UPDATE OF signature, signing_key_public',
    when: 'OLD.signature IS NOT NULL',
    message: 'the signature of a passport is immutable',
  },
  {
    table: 'cf_passport_versions',
    on: 'UPDATE OF qr_payload, qr_png',
    when: 'OLD.qr_payload IS NOT NULL',
    message: 'the QR code of a passport is immutable',
  },
];

/** Of the fourth migration. Their triggers have the next numbers. */
const IMMUTABLE_HISTORY: readonly Immutable[] = [
  { table: 'cf_passport_statements', on: 'UPDATE', message: 'a statement about a battery is immutable' },
  { table: 'cf_passport_statements', on: 'DELETE', message: 'the history of a battery is append-only' },
  {
    table: 'cf_passport_versions',
    on: 'UPDATE OF status_index',
    when: 'OLD.status_index IS NOT NULL AND (NEW.status_index IS NULL OR NEW.status_index <> OLD.status_index)',
    message: 'the place of a version in status lists is immutable',
  },
  { table: 'cf_status_lists', on: 'UPDATE', message: 'a published status list is immutable' },
];

/** Triggers against changes by hand: a passport must be what it was when it was signed, years later. */
export function immutableOnSqlite(): string {
  return triggersOnSqlite(IMMUTABLE, 1);
}

export function immutableOnPostgres(): string {
  return triggersOnPostgres(IMMUTABLE, 1);
}

/** The same for what was added with the history of batteries. */
export function immutableHistory(dialect: 'sqlite' | 'postgres'): string {
  const from = IMMUTABLE.length + 1;
  return dialect === 'sqlite' ? triggersOnSqlite(IMMUTABLE_HISTORY, from) : triggersOnPostgres(IMMUTABLE_HISTORY, from);
}

function triggersOnSqlite(list: readonly Immutable[], from: number): string {
  return list
    .map(
      ({ table, on, when, message }, index) => `
CREATE TRIGGER cf_immutable_${index + from} BEFORE ${on} ON ${table}${when === undefined ? '' : ` WHEN ${when}`}
BEGIN SELECT RAISE(ABORT, '${message}'); END;`,
    )
    .join('');
}

/** In PostgreSQL, the condition of a trigger cannot read another table, so the function checks it. */
function triggersOnPostgres(list: readonly Immutable[], from: number): string {
  return list
    .map(
      ({ table, on, when = 'true', message }, index) => `
CREATE FUNCTION cf_immutable_${index + from}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ${when} THEN RAISE EXCEPTION '${message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;
  RETURN ${on === 'DELETE' ? 'OLD' : 'NEW'};
END $$;
CREATE TRIGGER cf_immutable_${index + from} BEFORE ${on} ON ${table}
FOR EACH ROW EXECUTE FUNCTION cf_immutable_${index + from}();`,
    )
    .join('');
}
