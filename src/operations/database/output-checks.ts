import type { Database } from '../../database/index.js';
import { damageOf } from '../../datasets/index.js';
import {
  currentOutputs,
  isMergedPath,
  type ListedOutput,
  outputAddress,
  outputPlace,
  type PipelineHome,
} from '../../pipeline/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';

const MAX_EXAMPLES = 5;

/** Checks that the files that queries read are those that jobs wrote; with `full`, byte by byte. */
export function outputChecks(database: Database, home: PipelineHome, { full }: { full: boolean }): DatabaseCheck[] {
  return [{ name: 'outputs', run: () => brokenOutputs(database, home, full) }];
}

async function brokenOutputs(database: Database, home: PipelineHome, full: boolean): Promise<Finding[]> {
  const findings = new Map<string, { count: number; examples: string[] }>();
  const shared = new Set<string>();
  for await (const listed of currentOutputs(database)) {
    // A merged file contains the rows of many jobs, and is read once.
    if (isMergedPath(listed.path) && shared.size === shared.add(listed.path).size) continue;
    const problem = await problemOf(home, listed, full);
    if (problem === undefined) continue;
    const finding = findings.get(problem) ?? { count: 0, examples: [] };
    finding.count++;
    if (finding.examples.length < MAX_EXAMPLES) finding.examples.push(listed.path);
    findings.set(problem, finding);
  }
  return [...findings].map(([problem, { count, examples }]) => ({
    ...{ check: 'outputs', severity: 'damage', message: `outputs ${problem} (${count})`, count, examples },
  }));
}

async function problemOf(home: PipelineHome, listed: ListedOutput, full: boolean): Promise<string | undefined> {
  const { storage, key } = outputPlace(home, listed.path);
  const found = await storage.find(key);
  if (found === undefined) return 'are registered, but their files are missing';
  if (found.sizeBytes !== listed.size_bytes) return 'have files whose size has changed';
  if (!full) return undefined;
  const place = outputAddress(home, listed.path);
  const damage = await damageOf({ place, bytes: listed.size_bytes, sha256: listed.sha256 }, undefined, home);
  return damage === undefined ? undefined : 'have files whose content has changed';
}
