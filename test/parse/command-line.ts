import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CallOptions, casparian, jsonOf, type Ended, type Running, start } from '../cli/casparian.js';
import { BARE_PYTHON, createPlace, type Place } from './place.js';

/** The built CLI, for tests that must start it in a way of their own. */
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Report {
  status: string;
  outputs: { name: string; path: string; rows: number; sha256: string }[];
  error: { code: string } | null;
  [field: string]: unknown;
}

/** `casparian run` in the folder of a place, as somebody with an empty home and no Python environment of their own. */
export interface CommandLine {
  readonly place: Place;
  readonly run: (...args: string[]) => Promise<Ended>;
  readonly runJson: <T = Report>(...args: string[]) => Promise<{ code: number | null; json: T }>;
  readonly start: (...args: string[]) => Running;
}

export async function createCommandLine(): Promise<CommandLine> {
  const place = await createPlace();
  await mkdir(join(place.folder, 'home'));
  const options: CallOptions = {
    cwd: place.folder,
    env: { VIRTUAL_ENV: '', HOME: join(place.folder, 'home'), TMPDIR: place.temporary, ...place.mark },
  };
  const line = (args: string[]): string[] => ['run', '--python', BARE_PYTHON, ...args];
  return {
    place,
    run: (...args) => casparian(line(args), options),
    runJson: async (...args) => jsonOf(await casparian([...line(args), '--json'], options)),
    start: (...args) => start(line(args), options),
  };
}

/** A parser that turns lines into rows. */
export const LINES = `def parse(path):\n    return [{'line': line.strip()} for line in open(path)]\n`;
