import type { TenantExecutor } from '../../database/index.js';
import {
  checkedRules,
  documentsOfSnapshot,
  type DocumentVersionRecord,
  explainFields,
  findDocumentVersion,
  listFacts,
  type PassportVersionRecord,
  ruleSources,
  sourcesOfFacts,
} from '../../passport/index.js';
import { CasparianError, exactJson } from '../../platform/index.js';
import { documentNode } from './explanation.js';
import { factsBelow, provenFields, type StoredProof, storedProof } from './proven-fields.js';

/** A field whose value differs between two versions. */
export interface FieldChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before: unknown;
  readonly after: unknown;
  /** The rule of the field differs. */
  readonly isRuleChanged: boolean;
  /** Facts that the field depends on and that differ, by type and key, with the document of the later version that states each. */
  readonly facts: readonly { readonly fact: string; readonly document: string | null }[];
}

export interface VersionDiff {
  readonly from: PassportVersionRecord;
  readonly to: PassportVersionRecord;
  /** Fields that either of them has. */
  readonly fields: number;
  readonly changes: readonly FieldChange[];
  /** Documents of the later version that the earlier one does not have. */
  readonly newDocuments: readonly DocumentVersionRecord[];
  readonly isRulesChanged: boolean;
}

/** Which fields differ between two versions of a passport, and because of which documents or rules. */
export async function diffVersions(
  database: TenantExecutor,
  from: PassportVersionRecord,
  to: PassportVersionRecord,
): Promise<VersionDiff> {
  if (from.passportId !== to.passportId) {
    throw new CasparianError('VALIDATION_ERROR', 'The versions belong to different passports', {
      why: `One is a version of ${from.sku}, the other of ${to.sku}.`,
    });
  }
  const [before, after] = [await storedProof(database, from.id), await storedProof(database, to.id)];
  const [oldValues, newValues] = [provenFields(before), provenFields(after)];
  const [oldRules, newRules] = [await rulesOf(database, from), await rulesOf(database, to)];
  const paths = [...new Set([...oldValues.keys(), ...newValues.keys()])].sort();
  const differing = paths.filter((path) => textOf(oldValues.get(path)) !== textOf(newValues.get(path)));
  const documentOf = documentFinder(database, to);
  const changes: FieldChange[] = [];
  for (const path of differing) {
    const [old, now] = [oldValues.get(path) ?? null, newValues.get(path) ?? null];
    const facts = [];
    for (const fact of changedFacts(before, after, path)) facts.push({ fact, document: await documentOf(fact) });
    changes.push({
      ...{ path, change: old === null ? 'added' : now === null ? 'removed' : 'changed', before: old, after: now },
      ...{ isRuleChanged: oldRules.get(path) !== newRules.get(path), facts },
    });
  }
  const known = new Set((await documentsOfSnapshot(database, from.snapshotId)).map(({ id }) => id));
  const newDocuments = (await documentsOfSnapshot(database, to.snapshotId)).filter(({ id }) => !known.has(id));
  const isRulesChanged = from.ruleVersionId !== to.ruleVersionId;
  return { from, to, fields: paths.length, changes, newDocuments, isRulesChanged };
}

async function rulesOf(database: TenantExecutor, version: PassportVersionRecord): Promise<Map<string, string>> {
  const { dsl } = await ruleSources(database, version.ruleVersionId);
  return new Map(explainFields(checkedRules({ dsl, tests: '' })).map(({ path, rule }) => [path, rule]));
}

/** Facts that are new, gone, or have another payload. */
function changedFacts(before: StoredProof, after: StoredProof, path: string): string[] {
  const facts = ({ ...proof }: StoredProof): Map<string, string | null> => {
    const id = Object.hasOwn(proof.field_index, path) ? proof.field_index[path] : undefined;
    return id === undefined ? new Map<string, string | null>() : factsBelow(proof, id);
  };
  const [old, now] = [facts(before), facts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((fact) => old.get(fact) !== now.get(fact)).sort();
}

/** Many fields depend on the same fact, so each is looked up once. */
function documentFinder(
  database: TenantExecutor,
  version: PassportVersionRecord,
): (fact: string) => Promise<string | null> {
  const known = new Map<string, Promise<string | null>>();
  const find = async (fact: string): Promise<string | null> => {
    const [factType = '', ...rest] = fact.split(' ');
    const factKeyPrefix = rest.join(' ');
    const filter = { snapshotId: version.snapshotId, factType, factKeyPrefix, limit: 1_000 };
    const found = (await listFacts(database, filter)).find(({ factKey }) => factKey === factKeyPrefix);
    if (found === undefined) return null;
    const place = (await sourcesOfFacts(database, [found.id])).at(-1);
    if (place === undefined) return null;
    return documentNode(await findDocumentVersion(database, place.documentVersionId), place).label;
  };
  return (fact) => {
    const document = known.get(fact) ?? find(fact);
    known.set(fact, document);
    return document;
  };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : exactJson(value);
}
