import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Engine } from '../../../src/engine/index.js';
import {
  type CallOptions,
  casparian,
  casparianBatch,
  casparianJson,
  type Ended,
  type Running,
  start,
} from '../../cli/casparian.js';
import { type Afterwards, freshStore, type StoreKind, temporaryFolder } from '../../cli/store.js';
import { BARE_PYTHON } from '../../parse/place.js';

/** A home with its store, a folder of files beside it, and the commands that work on both. */
export interface Pipeline {
  readonly engine: Engine;
  readonly home: string;
  /** Point a command at it. */
  readonly flags: readonly string[];
  /** A folder beside it, for what a test needs. */
  readonly folder: string;
  /** In it: where files come in. */
  readonly incoming: string;
  file(name: string, content: string | Buffer): Promise<string>;
  run(args: readonly string[], options?: CallOptions): Promise<Ended>;
  json<T = Record<string, unknown>>(args: readonly string[], options?: CallOptions): Promise<T>;
  /** Several commands in one process; the first that fails is an error. */
  inOneProcess(...calls: readonly (readonly string[])[]): Promise<Ended[]>;
  start(args: readonly string[], options?: CallOptions): Running;
  /** Registers the source of a Python parser that needs nothing installed, and scans the incoming files under a topic. */
  registerAndScan(source: string, topic: string): Promise<void>;
}

/** With the bare Python for all parsers, unless a call says otherwise: it starts fastest. */
export async function createPipeline(kind: StoreKind, afterwards?: Afterwards): Promise<Pipeline> {
  const { engine, flags } = await freshStore(kind, afterwards);
  const home = await realpath(flags[1]!);
  const folder = await realpath(await temporaryFolder(afterwards));
  const incoming = join(folder, 'incoming');
  await mkdir(incoming);
  const env = { CASPARIAN_PYTHON: BARE_PYTHON };
  const withEnv = (options: CallOptions = {}): CallOptions => ({ ...options, env: { ...env, ...options.env } });
  const pipeline: Pipeline = {
    engine,
    home,
    flags,
    folder,
    incoming,
    file: (name, content) => write(join(incoming, name), content),
    run: (args, options) => casparian([...args, ...flags], withEnv(options)),
    json: async <T>(args: readonly string[], options?: CallOptions) => {
      const { code, json } = await casparianJson<T>([...args, ...flags], withEnv(options));
      if (code !== 0) throw new Error(`casparian ${args.join(' ')} failed (exit ${code}): ${JSON.stringify(json)}`);
      return json;
    },
    inOneProcess: async (...calls) => {
      const all = await casparianBatch(calls.map((args) => ({ args: [...args, ...flags], env })));
      all.forEach(({ code, stdout, stderr }, index) => {
        if (code !== 0) throw new Error(`casparian ${calls[index]?.join(' ')} failed:\n${stdout}\n${stderr}`);
      });
      return all;
    },
    start: (args, options) => start([...args, ...flags], withEnv(options)),
    registerAndScan: async (source, topic) => {
      const path = await write(join(folder, 'parsers', 'parser.py'), source);
      await pipeline.inOneProcess(['parser', 'register', path], ['scan', incoming, '--tag', topic]);
    },
  };
  return pipeline;
}

async function write(path: string, content: string | Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}
