import { execFileSync } from 'node:child_process';
import { casparianVersion } from '../../shared/casparian-version.mjs';

const ASK_PYTHON = `import json, platform, importlib.metadata as m
print(json.dumps({'Python': platform.python_version(), **{p: m.version(p) for p in ['pandas', 'pyarrow']}}))`;

/** The versions of everything that took part. */
export async function describeVersions(python, postgres) {
  return {
    casparian: casparianVersion(),
    node: process.version,
    ...JSON.parse(execFileSync(python, ['-c', ASK_PYTHON], { encoding: 'utf8' })),
    ...(postgres && { PostgreSQL: (await postgres.settings()).server_version }),
  };
}
