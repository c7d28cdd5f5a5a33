import { dirname, join } from 'node:path';
import { CasparianError, hint } from '../../platform/index.js';
import { isProgram, programOnPath } from '../../process/index.js';
import type { BuildSite } from './build-site.js';

type ToolRequest = Pick<BuildSite, 'parser' | 'env'>;

export async function findUv({ parser, env }: ToolRequest): Promise<string> {
  const uv = await programOnPath(process.platform === 'win32' ? 'uv.exe' : 'uv', env);
  if (uv !== undefined) return uv;
  throw new CasparianError('UV_NOT_FOUND', `uv is not installed, and parser '${parser}' needs it`, {
    why: "It builds the parser's environment from uv.lock, and is not on the PATH.",
    next: [
      'Install it: pip install uv',
      hint('Or name a Python that has the packages', { options: { python: '/path/to/python' } }),
      hint('Without a network, make a folder with uv and the packages elsewhere', {
        ...{ action: 'vendor', arguments: ['PARSER'], options: { output: 'DIR' } },
      }),
      hint('Then name that folder here', { options: { vendor: 'DIR' } }),
    ],
  });
}

/** Looks on the PATH, then beside this Node, which ships with npm. */
export async function findNpm({ parser, env }: ToolRequest): Promise<string> {
  const name = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const beside = join(dirname(process.execPath), name);
  const npm = (await programOnPath(name, env)) ?? ((await isProgram(beside)) ? beside : undefined);
  if (npm !== undefined) return npm;
  throw new CasparianError('ENVIRONMENT_FAILED', `npm is not installed, and parser '${parser}' needs it`, {
    why: "It installs the parser's packages from package-lock.json, and is neither on the PATH nor beside Node.",
    next: ['Install npm; it comes with Node.'],
    retryable: false,
  });
}
