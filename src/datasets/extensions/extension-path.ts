import { join } from 'node:path';
import { DUCKDB_VERSION, duckDbPlatform, type ExtensionName } from './known-extensions.js';

/** Where an extension is below the folder of extensions: several versions and platforms can share a home. */
export function extensionPath(extensions: string, name: ExtensionName): string {
  return join(extensions, `v${DUCKDB_VERSION}`, duckDbPlatform(), `${name}.duckdb_extension`);
}
