import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { type Block, typed } from './page.js';
import { missingLines } from './shown.js';
import { openWorkshop, type Workshop } from './workshop.js';

const END_WITHIN_MS = 120_000;
const BETWEEN_BLOCKS = '=== the next block ===';

export interface Following {
  /** The output of each shell block, in the order of the page. */
  readonly said: readonly string[];
  /** The output of the first block that contains this text. */
  readonly about: (words: string) => string;
}

/**
 * Runs the blocks of a page in one shell, starting in an empty folder; stops at the first failure. Where the page shows the
 * output of a block, the output must contain these lines.
 */
export async function follow(
  blocks: readonly Block[],
  { workshop = openWorkshop(), env = {} }: { workshop?: Promise<Workshop>; env?: Record<string, string> } = {},
): Promise<Following> {
  const typedBlocks = blocks.filter((block) => typed(block) !== undefined);
  const said = await shellSays(
    typedBlocks.map((block) => typed(block) ?? ''),
    await workshop,
    env,
  );
  const untrue = blocks.flatMap((block, at) => {
    const before = blocks[at - 1];
    if (block.language !== 'text' || before?.language !== 'sh') return [];
    const heard = said[typedBlocks.indexOf(before)] ?? '';
    const missing = missingLines(block.text, heard);
    return missing.length === 0 ? [] : [`Shown:\n${missing.join('\n')}\nSaid:\n${heard}`];
  });
  expect(untrue.join('\n')).toBe('');
  return { said, about: (words) => said[typedBlocks.findIndex(({ text }) => text.includes(words))] ?? '' };
}

async function shellSays(lines: readonly string[], workshop: Workshop, env: Record<string, string>): Promise<string[]> {
  const { server, ...place } = workshop;
  const script = lines.map((block) => `${block}\necho '${BETWEEN_BLOCKS}'`).join('\n');
  const options = { cwd: await place.emptyFolder(), env: { ...place.env(), ...env }, timeout: END_WITHIN_MS };
  const shell = spawn('sh', ['-eu', '-c', `exec 2>&1\n${script}`], options);
  const stop = (): void => void shell.kill();
  server.once('exit', stop);
  let said = '';
  const hear = (text: string): void => void (said += text);
  for (const stream of [shell.stdout, server.stderr]) stream.setEncoding('utf8').on('data', hear);
  const [code] = (await once(shell, 'close')) as [number | null];
  server.off('exit', stop);
  server.stderr.off('data', hear);
  expect(code, said).toBe(0);
  return said.split(`${BETWEEN_BLOCKS}\n`).slice(0, -1);
}
