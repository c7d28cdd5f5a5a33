import { chmod, copyFile, mkdir, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findUv } from '../find-tools.js';
import { runProcess, tailText } from '../../../process/index.js';
import { toolEnvironment } from '../tool-environment.js';
import type { VendorRequest } from './make-vendor.js';
import { fileHash } from './tree-hash.js';
import { vendorInvalid, type VendorManifest, vendorPaths } from './vendor-manifest.js';

/** Copies the `uv` of this machine into the folder: the other machine has the same platform. */
export async function takeUv(request: VendorRequest): Promise<NonNullable<VendorManifest['uv']>> {
  const found = await realpath(await findUv(request));
  if (await isScript(found)) {
    throw vendorInvalid(
      'The uv on the PATH cannot be copied',
      `${found} is a script that starts another program, as those of pyenv and asdf do.`,
      'Put the folder of the program itself first on the PATH, and try again.',
    );
  }
  const { uv } = vendorPaths(request.output);
  await mkdir(dirname(uv), { recursive: true });
  await copyFile(found, uv);
  await chmod(uv, 0o755);
  const { stdoutTail } = await runProcess({ argv: [uv, '--version'], env: toolEnvironment(request.env) });
  return { version: tailText(stdoutTail).trim(), sha256: await fileHash(uv) };
}

/** Whether the folder has the program that its manifest names. */
export async function isIntact(folder: string, uv: VendorManifest['uv']): Promise<boolean> {
  return uv !== null && (await fileHash(vendorPaths(folder).uv).catch(() => undefined)) === uv.sha256;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString() === '#!';
  } finally {
    await file.close();
  }
}
