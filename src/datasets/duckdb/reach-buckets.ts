import { existsSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { CasparianError, hint } from '../../platform/index.js';
import { isS3Address } from '../../storage/index.js';
import { type OutputsFolder, type PlacedOutput, storagesOf } from '../catalog/placed-outputs.js';
import { extensionPath } from '../extensions/extension-path.js';
import { identifier, text } from './sql-text.js';

/** What each connection reaches already. */
const reached = new WeakMap<DuckDBConnection, Set<string>>();

/**
 * Lets a connection read the files of a dataset that are in buckets, before it is locked. The secret is valid for the folder of these
 * files only, and lives in memory.
 */
export async function reachBuckets(
  connection: DuckDBConnection,
  folder: OutputsFolder,
  files: readonly PlacedOutput[],
): Promise<void> {
  const folders = new Set(files.filter(({ place }) => isS3Address(place)).map(({ place }) => folderOf(place)));
  if (folders.size === 0) return;
  let known = reached.get(connection);
  if (known === undefined) {
    await loadHttpfs(connection, folder);
    reached.set(connection, (known = new Set()));
  }
  for (const scope of folders) {
    if (known.has(scope)) continue;
    await createSecret(connection, folder, { scope, name: `bucket_${known.size}` });
    known.add(scope);
  }
}

function folderOf(address: string): string {
  return address.slice(0, address.lastIndexOf('/') + 1);
}

async function loadHttpfs(connection: DuckDBConnection, folder: OutputsFolder): Promise<void> {
  const path = typeof folder === 'string' ? undefined : extensionPath(folder.extensions, 'httpfs');
  if (path === undefined || !existsSync(path)) {
    throw new CasparianError(
      'EXTENSION_MISSING',
      'The dataset is in a bucket, and the extension httpfs is not installed',
      {
        why: 'DuckDB reads files in buckets with it.',
        next: [hint('Install it', { action: 'extensions.install', arguments: ['httpfs'] })],
      },
    );
  }
  await connection.run(`LOAD ${text(path)}`);
  // No files in the user's home, and none of their secrets.
  await connection.run('SET allow_persistent_secrets = false');
}

async function createSecret(
  connection: DuckDBConnection,
  folder: OutputsFolder,
  { scope, name }: { scope: string; name: string },
): Promise<void> {
  const access = await storagesOf(folder).s3Access();
  const endpoint = access.endpoint === undefined ? undefined : new URL(access.endpoint);
  const options = {
    ...{ TYPE: 's3', SCOPE: text(scope), KEY_ID: text(access.accessKeyId), SECRET: text(access.secretAccessKey) },
    ...(access.sessionToken === undefined ? {} : { SESSION_TOKEN: text(access.sessionToken) }),
    REGION: text(access.region),
    ...(endpoint === undefined
      ? {}
      : { ENDPOINT: text(endpoint.host), USE_SSL: endpoint.protocol === 'https:' ? 'true' : 'false' }),
    URL_STYLE: text(access.pathStyle ? 'path' : 'vhost'),
  };
  const list = Object.entries(options).map(([option, value]) => `${option} ${value}`);
  await connection.run(`CREATE SECRET ${identifier(name)} (${list.join(', ')})`);
}
