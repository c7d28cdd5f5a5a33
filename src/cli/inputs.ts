import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expandInputs } from '../parse/index.js';
import { openSpool, type Spool } from '../pipeline/index.js';
import { CasparianError } from '../platform/index.js';
import { createStorages, isS3Address } from '../storage/index.js';
import type { InputFile } from '../tables/index.js';
import type { Invocation } from './invocation.js';
import { createProgressLine } from './output/progress-line.js';
import { someSettings } from './settings.js';
import { givenInputs } from './options/raw-arguments.js';

/** Runs the work with the files that the words name. Files in buckets are copied to a temporary folder while it runs. */
export async function withInputs<T>(
  invocation: Invocation,
  words: readonly string[],
  work: (inputs: InputFile[]) => Promise<T>,
): Promise<T> {
  if (!words.some(isS3Address)) return work(await expandInputs(givenInputs(words)));
  const folder = await mkdtemp(join(tmpdir(), 'casparian-spool-'));
  try {
    const spool = await openTemporary(invocation, folder);
    const inputs: InputFile[] = [];
    for (const word of words) {
      if (isS3Address(word)) inputs.push(...(await copies(spool, word, invocation)));
      else inputs.push(...(await expandInputs(givenInputs([word]))));
    }
    return await work(inputs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openTemporary(invocation: Invocation, spool: string): Promise<Spool> {
  const settings = await someSettings(invocation, ['s3_endpoint', 's3_region', 's3_path_style', 'spool_bytes']);
  const { s3_endpoint: endpoint, s3_region: region, s3_path_style: pathStyle, spool_bytes: spoolBytes } = settings;
  return openSpool({ storages: createStorages({ endpoint, region, pathStyle }), spool, spoolBytes });
}

async function copies(spool: Spool, word: string, { output }: Invocation): Promise<InputFile[]> {
  const line = createProgressLine(output);
  const inputs: InputFile[] = [];
  try {
    for (const address of await matches(spool, word)) {
      line.show(`Downloading ${address}`);
      const { path } = await spool.hold(address, {}).catch((error: unknown) => {
        throw isMissing(error) ? missing(address) : error;
      });
      inputs.push({ name: address, path, bytes: undefined });
    }
  } finally {
    line.clear();
  }
  return inputs;
}

/** An object whose name looks like a pattern is used as an object. */
async function matches({ storages }: Spool, word: string): Promise<string[]> {
  const special = word.search(/[*?[\]{}()!]/);
  const { storage, key } = storages.locate(word);
  if (special === -1 || (await storage.find(key)) !== undefined) return [word];
  const { default: picomatch } = await import('picomatch');
  const isWanted = picomatch(key);
  const found: string[] = [];
  for await (const page of storage.list(key.slice(0, key.search(/[*?[\]{}()!]/)))) {
    found.push(...page.filter((file) => isWanted(file.key)).map((file) => storage.addressOf(file.key)));
  }
  if (found.length === 0) throw new CasparianError('INPUT_NOT_FOUND', `No file matches '${word}'`);
  return found;
}

function isMissing(error: unknown): boolean {
  return error instanceof CasparianError && error.code === 'STORAGE_FILE_NOT_FOUND';
}

function missing(address: string): CasparianError {
  return new CasparianError('INPUT_NOT_FOUND', `There is no file '${address}'`, {
    why: 'The bucket has no object with this key.',
    next: ['Check the address. All files of a prefix are found by a scan.'],
  });
}
