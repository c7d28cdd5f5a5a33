import { DUCKDB_VERSION, type ExtensionName } from '../../datasets/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { programOnPath, runProcess, tailText } from '../../process/index.js';

export interface DownloadRequest {
  readonly name: ExtensionName;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

const LIMIT_MS = 10 * 60_000;

/**
 * Lets uv or pip unpack the package of an extension into a folder: they know the package index, proxies and mirrors of this machine.
 * Returns the folder.
 */
export async function downloadPackage({ name, folder, env, signal }: DownloadRequest): Promise<string> {
  const wanted = `duckdb-extension-${name}==${DUCKDB_VERSION}`;
  const install = ['install', '--quiet', '--no-deps', '--only-binary', ':all:', '--target', folder, wanted];
  const uv = await programOnPath('uv', env);
  const python = (await programOnPath('python3', env)) ?? (await programOnPath('python', env));
  if (uv === undefined && python === undefined) throw noInstaller(name, wanted);
  const argv: [string, ...string[]] =
    uv === undefined ? [python ?? '', '-m', 'pip', ...install, '--disable-pip-version-check'] : [uv, 'pip', ...install];
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const result = await runProcess({
    ...{ argv, cwd: folder, env: Object.fromEntries(variables), timeoutMs: LIMIT_MS, maxOutputBytes: 16_384 },
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.ending === 'exited' && result.exitCode === 0) return folder;
  throw new CasparianError('EXTENSION_UNAVAILABLE', `${wanted} could not be downloaded`, {
    why: tailText(result.stderrTail).trim() || `${argv[0]} failed.`,
    next: offline(name, wanted),
  });
}

function noInstaller(name: ExtensionName, wanted: string): CasparianError {
  return new CasparianError('EXTENSION_UNAVAILABLE', `${wanted} could not be downloaded`, {
    why: 'It is a package of the Python package index, and neither uv nor Python is on the PATH.',
    next: ['Install one of them.', ...offline(name, wanted)],
  });
}

function offline(name: ExtensionName, wanted: string) {
  return [
    `On a machine with a network, run: pip download ${wanted}`,
    hint('Then install it from that folder', {
      ...{ action: 'extensions.install', arguments: [name], options: { from: 'FOLDER' } },
    }),
  ];
}
