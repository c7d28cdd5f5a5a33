import { sep } from 'node:path';
import { absoluteAddress } from '../../storage/index.js';
import { addRule, listRules, removeRules } from './rules.js';
import { literalPattern } from '../files/glob.js';
import { autoTopic, isAutoTopic } from '../builtin/builtin-parser.js';
import { requireDatasetName } from '../builtin/dataset-name.js';
import type { TenantDatabase } from '../../database/index.js';

/** The rule that lets files be read without a parser. */
export interface AutoRule {
  readonly pattern: string;
  readonly topic: string;
}

/** Every file in any folder. */
const EVERYWHERE = '/**';

/**
 * Lets the built-in readers read the files of a folder, or every file, unless a parser wants them. Applies until the
 * rule is removed. With a dataset, all rows go there.
 */
export async function allowAuto(
  database: TenantDatabase,
  { folder, dataset }: { folder?: string; dataset?: string | undefined },
): Promise<AutoRule> {
  if (dataset !== undefined) requireDatasetName(dataset);
  const pattern = folder === undefined ? EVERYWHERE : patternOf(absoluteAddress(folder));
  const own = (await listRules(database)).filter((rule) => rule.pattern === pattern && isAutoTopic(rule.topic));
  const topic = dataset === undefined ? (own[0]?.topic ?? autoTopic(undefined)) : autoTopic(dataset);
  for (const rule of own) if (rule.topic !== topic) await removeRules(database, pattern, rule.topic);
  await addRule(database, pattern, topic);
  return { pattern, topic };
}

/** The pattern for all files of a folder. */
function patternOf(path: string): string {
  return path === sep ? EVERYWHERE : `${literalPattern(path)}/**`;
}
