import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { PassportSchema, RuleStatus } from '../schema/tables.js';
import { requireId } from './references.js';
import { findRuleVersion, type RuleVersionRecord } from './rule-version.js';

/** Publishes validated rules: from now on, passports can be compiled with them. Without enough passed tests: RULE_TESTS_FAILED. */
export async function publishRules(tx: TenantTransaction, id: string): Promise<RuleVersionRecord> {
  return move(tx, id, {
    from: ['VALIDATED'],
    set: { status: 'PUBLISHED', published_at: sql<number>`cf_now()` },
    eventType: 'RULES_PUBLISHED',
  });
}

/** Deprecates published rules: nothing new is compiled with them. */
export async function deprecateRules(tx: TenantTransaction, id: string): Promise<RuleVersionRecord> {
  return move(tx, id, {
    from: ['PUBLISHED'],
    set: { status: 'DEPRECATED', deprecated_at: sql<number>`cf_now()` },
    eventType: 'RULES_DEPRECATED',
  });
}

/** Retires published or deprecated rules. They are kept: passports that were made with them are replayed with them. */
export async function retireRules(tx: TenantTransaction, id: string): Promise<RuleVersionRecord> {
  const now = sql<number>`cf_now()`;
  return move(tx, id, {
    from: ['PUBLISHED', 'DEPRECATED'],
    set: { status: 'RETIRED', retired_at: now, deprecated_at: sql<number>`coalesce(deprecated_at, ${now})` },
    eventType: 'RULES_RETIRED',
  });
}

interface Move {
  readonly from: readonly RuleStatus[];
  readonly set: Readonly<Record<string, unknown>> & { readonly status: RuleStatus };
  readonly eventType: string;
}

async function move(tx: TenantTransaction, given: string, { from, set, eventType }: Move): Promise<RuleVersionRecord> {
  const id = requireId('rule package version', given);
  const moved = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_rule_package_versions')
    .set(set)
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .execute();
  const version = await findRuleVersion(tx, id);
  if (moved.length === 0) throw refused(version, set.status);
  await recordEvent(tx, {
    ...{ eventType, aggregateType: 'RulePackageVersion', aggregateId: id },
    payload: { rule_package_id: version.packageId, version: version.version },
  });
  return version;
}

function refused({ id, status }: RuleVersionRecord, wanted: RuleStatus): CasparianError {
  if (wanted === 'PUBLISHED' && status === 'DRAFT') {
    return new CasparianError('RULE_TESTS_FAILED', `The rules ${id} are not validated`, {
      why: 'At least 500 cases of their tests must have passed, and none failed.',
    });
  }
  if (wanted === 'DEPRECATED' && (status === 'DRAFT' || status === 'VALIDATED')) {
    return new CasparianError('RULE_PKG_NOT_PUBLISHED', `The rules ${id} are ${status}, not PUBLISHED`);
  }
  return new CasparianError('PASSPORT_STATE_CONFLICT', `The rules ${id} are ${status} and cannot become ${wanted}`);
}
