import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/index.js';
import { sha256OfFile } from '../../datasets/index.js';
import { currentOutputs, isMergedPath, type ListedOutput } from '../../pipeline/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';

const MAX_EXAMPLES = 5;

/** Checks that the files that queries read are those that jobs wrote; with `full`, byte by byte. */
export function outputChecks(database: Database, folder: string, { full }: { full: boolean }): DatabaseCheck[] {
  return [{ name: 'outputs', run: () => brokenOutputs(database, folder, full) }];
}

async function brokenOutputs(database: Database, folder: string, full: boolean): Promise<Finding[]> {
  const findings = new Map<string, { count: number; examples: string[] }>();
  const shared = new Set<string>();
  for await (const listed of currentOutputs(database)) {
    // A merged file contains the rows of many jobs, and is read once.
    if (isMergedPath(listed.path) && shared.size === shared.add(listed.path).size) continue;
    const problem = await problemOf(listed, join(folder, listed.path), full);
    if (problem === undefined) continue;
    const finding = findings.get(problem) ?? { count: 0, examples: [] };
    finding.count++;
    if (finding.examples.length < MAX_EXAMPLES) finding.examples.push(listed.path);
    findings.set(problem, finding);
  }
  return [...findings].map(([problem, { count, examples }]) => ({
    ...{ check: 'outputs', severity: 'damage', message: `${count} outputs ${problem}`, count, examples },
  }));
}

async function problemOf(listed: ListedOutput, path: string, full: boolean): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return 'are registered, but their files are missing';
  if (stats.size !== listed.size_bytes) return 'have files whose size has changed';
  if (full && (await sha256OfFile(path)) !== listed.sha256) return 'have files whose content has changed';
  return undefined;
}
