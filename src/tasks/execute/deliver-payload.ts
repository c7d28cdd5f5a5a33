import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exactJson } from '../../platform/index.js';
import { makeTemporaryFolder, type StdinSource } from '../../process/index.js';
import type { RunSpec } from '../spec/run-spec.js';

/** How the payload reaches the program. */
export interface PayloadDelivery {
  readonly args: readonly string[];
  readonly stdin: StdinSource;
  readonly env: Readonly<Record<string, string>>;
  /** Removes the files made for it. */
  dispose(): Promise<void>;
}

const NOTHING: PayloadDelivery = { args: [], stdin: 'ignore', env: {}, dispose: () => Promise.resolve() };

export async function deliverPayload({ payload, payloadAs }: RunSpec): Promise<PayloadDelivery> {
  if (payload === undefined) return NOTHING;
  const text = exactJson(payload);
  switch (payloadAs) {
    case 'stdin':
      return { ...NOTHING, stdin: { data: `${text}\n` } };
    case 'argument':
      return { ...NOTHING, args: [text] };
    case 'file':
      return inFile(text);
  }
}

/** Writes the payload into a new folder, in which no other user can read or replace the file. */
async function inFile(text: string): Promise<PayloadDelivery> {
  const folder = makeTemporaryFolder('task-');
  // A program can leave files here that we may not remove. That must not hide how the program ended.
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const path = join(folder, 'payload.json');
  try {
    await writeFile(path, `${text}\n`, { mode: 0o600 });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { ...NOTHING, env: { CASPARIAN_PAYLOAD_FILE: path }, dispose };
}
