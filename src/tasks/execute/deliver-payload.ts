import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exactJson } from '../../platform/index.js';
import type { StdinSource } from '../../process/index.js';
import type { RunSpec } from '../spec/run-spec.js';

/** How the payload gets to the program. */
export interface HandOver {
  readonly args: readonly string[];
  readonly stdin: StdinSource;
  readonly env: Readonly<Record<string, string>>;
  /** Removes what was made for it. */
  takeBack(): Promise<void>;
}

const NOTHING: HandOver = { args: [], stdin: 'ignore', env: {}, takeBack: () => Promise.resolve() };

export async function handOverPayload({ payload, payloadAs }: RunSpec): Promise<HandOver> {
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

/** In a folder of its own, which mkdtemp makes 0700: no other user reads it, or puts another in its place. */
async function inFile(text: string): Promise<HandOver> {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-task-'));
  // A program can put into it what we may not remove. That is no reason to forget how it ended.
  const takeBack = (): Promise<void> => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const path = join(folder, 'payload.json');
  try {
    await writeFile(path, `${text}\n`, { mode: 0o600 });
  } catch (error) {
    await takeBack();
    throw error;
  }
  return { ...NOTHING, env: { CASPARIAN_PAYLOAD_FILE: path }, takeBack };
}
