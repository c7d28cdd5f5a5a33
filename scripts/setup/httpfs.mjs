import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';
import { pythonTool } from './python-tools.mjs';

/** DuckDB's extension for buckets, for tests. An extension fits one version of DuckDB. If this fails, its tests are skipped with a warning. */
export async function installHttpfs() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [version] = dependencies['@duckdb/node-bindings'].split('-');
  const folder = join(root, '.cache', 'tools', 'httpfs', `v${version}`);
  if (existsSync(folder)) return;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const wanted = `duckdb-extension-httpfs==${version}`;
  const args = ['pip', 'install', '--quiet', '--no-deps', '--python', 'python3', '--target', draft, wanted];
  const result = await run(pythonTool('uv'), args, { label: `installing ${wanted} (for tests)`, timeoutMs: 300_000 });
  if (result.ok) return renameSync(draft, folder);
  rmSync(draft, { recursive: true, force: true });
  console.warn(`set-up: httpfs is not installed, so queries of buckets are NOT TESTED:\n${tail(result.output, 6)}`);
}
