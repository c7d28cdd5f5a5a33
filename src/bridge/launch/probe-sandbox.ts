import { startConfinedServer } from './confined-server.js';
import type { SandboxLayers } from './sandbox.js';

/** Opens a sandbox with this Python and closes it. Returns its layers; null if the Python could not do it. */
export async function probeSandbox(
  python: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SandboxLayers | null> {
  const server = startConfinedServer(python, env, { read: [], network: false });
  try {
    return await server.layers;
  } finally {
    await server.close();
  }
}
