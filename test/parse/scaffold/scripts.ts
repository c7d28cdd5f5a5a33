import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scaffoldParser, type ScaffoldOptions } from '../../../src/parse/scaffold/scaffold-parser.js';

/** A script with this content in a folder of its own, which is gone after the test. */
export function scriptWith(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-scaffold-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Scaffolds a script with this content and answers what was made of it. */
export async function scaffolded(
  name: string,
  content: string | Uint8Array,
  options: Omit<ScaffoldOptions, 'script'> = {},
) {
  const made = await scaffoldParser({ script: scriptWith(name, content), ...options });
  return { ...made, bytes: readFileSync(made.path), code: readFileSync(made.path, 'utf8') };
}

/** Scaffolding as with an input whose data looks like this. */
export function inferring(outputs: Record<string, unknown>): Omit<ScaffoldOptions, 'script'> {
  return { input: 'sample.csv', inferOutputs: () => Promise.resolve(outputs) };
}
