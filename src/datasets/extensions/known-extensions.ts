/** The version of DuckDB in package.json. An extension fits exactly one version. */
export const DUCKDB_VERSION = '1.5.4';

/** SHA-256 of the extension files in the packages `duckdb-extension-NAME` of the Python package index, by DuckDB's name of the platform. */
export const EXTENSION_HASHES = {
  httpfs: {
    linux_amd64: '2e020c7e89b11364e413ddfab8b9ca870b1fc0a16eaf612c9445773ef68989ef',
    linux_arm64: '6d30a487968cbe5553b7272fd5bad0e4485c4117db96e21fd1e5e2a225a5a538',
    osx_amd64: '42699dd82ae711c3242e35818a685ef5fb779f6a775e80b9ba329db3ddaf29d1',
    osx_arm64: 'cdb5312d55f5a6bbcd8a684eb018a55e07cc06f8c40c15885ff33dbaf977218b',
    windows_amd64: 'f5fd27c8c7d4ea7ce5b588a368d92d432c45d6e26eb07cf4ec91a0fbb8a1d267',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type ExtensionName = keyof typeof EXTENSION_HASHES;

export const EXTENSION_NAMES = Object.keys(EXTENSION_HASHES) as ExtensionName[];

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'osx', win32: 'windows' };
const MACHINES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** DuckDB's name of this machine. */
export function duckDbPlatform({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): string {
  return `${SYSTEMS[platform] ?? platform}_${MACHINES[arch] ?? arch}`;
}

export function expectedHash(name: ExtensionName, platform: string): string | undefined {
  const hashes: Readonly<Record<string, string>> = EXTENSION_HASHES[name];
  return hashes[platform];
}
