import type { TenantDatabase } from '../../database/index.js';
import {
  addRulePackage,
  addRuleVersion,
  findRuleVersion,
  listTestRuns,
  publishRules,
  requestRuleTests,
} from '../../passport/index.js';
import { CasparianError } from '../../platform/index.js';
import type { PassportFolder } from './passport-folder.js';
import type { PassportSession } from './passport-session.js';

/** The cases of a build are always the same, so that a build can be repeated. */
const SEED = 0n;

/** Adds, tests and publishes the rules of a folder, as far as this was not done before. Returns the id of their version. */
export async function publishFolderRules(
  database: TenantDatabase,
  session: PassportSession,
  { rulePackage, rules, tests }: PassportFolder,
): Promise<string> {
  const { version } = await session.write(async (tx) => {
    const { id } = await addRulePackage(tx, { name: rulePackage });
    const sources = { dsl: rules.content.toString('utf8'), tests: tests?.content.toString('utf8') ?? '' };
    return addRuleVersion(tx, { rulePackage: id, ...sources });
  });
  if (version.status === 'DRAFT') await validate(database, session, version.id, rulePackage);
  const { status } = await findRuleVersion(database, version.id);
  if (status === 'VALIDATED') await session.write((tx) => publishRules(tx, version.id));
  if (status === 'DEPRECATED' || status === 'RETIRED') throw outdated(rulePackage, version.version, status);
  return version.id;
}

async function validate(
  database: TenantDatabase,
  session: PassportSession,
  ruleVersionId: string,
  name: string,
): Promise<void> {
  await session.finished(await session.write((tx) => requestRuleTests(tx, { ruleVersionId, seed: SEED })));
  const { status } = await findRuleVersion(database, ruleVersionId);
  if (status !== 'DRAFT') return;
  const run = (await listTestRuns(database, { ruleVersionId, limit: 1_000 })).at(-1);
  const failure = run?.firstFailure as { test?: string; message?: string; line?: number } | null | undefined;
  const cases = `${run?.passedCount ?? 0} of ${run?.totalCases ?? 0} cases passed`;
  const first = failure ? `: ${failure.test ?? ''}, line ${failure.line ?? 1}: ${failure.message ?? ''}` : '';
  throw new CasparianError('RULE_TESTS_FAILED', `The rules ${name} cannot be published: ${cases}${first}`, {
    why: 'At least 500 cases of examples and properties must pass, and none may fail.',
  });
}

function outdated(name: string, version: number, status: string): CasparianError {
  return new CasparianError('RULE_PKG_NOT_PUBLISHED', `Version ${version} of the rules ${name} is ${status}`, {
    why: 'Passports are compiled with published rules only.',
    next: ['Change the rules, which makes a new version, or use those of a published version.'],
  });
}
