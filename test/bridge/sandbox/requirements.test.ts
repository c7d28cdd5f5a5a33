import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findParser } from '../../../src/bridge/parser/parser-file.js';
import { missingIn, type Sandbox } from '../../../src/bridge/launch/sandbox.js';
import { loadParser } from '../../../src/parse/index.js';
import { pythonWith } from '../../parse/python-environments.js';
import { folderWith } from '../../pipeline/bundle/tree.js';

const ALL = { landlock: 7, seccomp: true, namespaces: true, view: true, problem: null };
const PYTHON = pythonWith('bare') ?? 'python3';

test.each([
  ['everything', ALL, null],
  ['no Landlock', { ...ALL, landlock: 0, view: false }, /^not contained: files \(needs Landlock\)$/],
  ['a container without namespaces', { ...ALL, namespaces: false, view: false }, null],
  ['no namespaces and an old Landlock', { ...ALL, namespaces: false, landlock: 3 }, /other processes \(needs/],
  ['no seccomp', { ...ALL, seccomp: false }, /^not contained: other processes/],
  ['no seccomp and no namespaces', { ...ALL, seccomp: false, namespaces: false }, /the network \(needs/],
])('what is missing with %s', (_, layers, missing) => {
  if (missing === null) expect(missingIn(layers)).toBeNull();
  else expect(missingIn(layers)).toMatch(missing);
});

/** The parser's name is what it did while it was loaded. */
async function load(files: Record<string, string>, sandbox: Partial<Sandbox>): Promise<string | null> {
  const [name = ''] = Object.keys(files);
  const parser = await findParser(join(await folderWith(files), name));
  const { name: result } = await loadParser({
    parser,
    interpreter: { path: parser.language === 'node' ? process.execPath : PYTHON, chosenBy: '--python' },
    ...{ timeoutMs: 60_000, memoryLimitBytes: undefined },
    ...({ stdin: 'ignore', stdout: 'capture', stderr: 'capture', env: process.env } as const),
    signal: new AbortController().signal,
    sandbox: {
      isRequired: false,
      hasNetwork: false,
      read: [],
      python: PYTHON,
      onIncomplete: () => undefined,
      ...sandbox,
    },
  });
  return result;
}

describe.runIf(process.platform === 'linux')('a parser in a sandbox', () => {
  test.each([
    ['has no network', false, 'refused'],
    ['has the network if it is allowed to', true, 'connected'],
  ])('%s', async (_, hasNetwork, result) => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const source = `import socket
try:
    socket.create_connection(('127.0.0.1', ${port}), 5)
    result = 'connected'
except OSError:
    result = 'refused'


class Parser:
    name = result

    def parse(self, ctx):
        return []
`;
    try {
      expect(await load({ 'parser.py': source }, { hasNetwork })).toBe(result);
    } finally {
      server.close();
    }
  });

  test('is not started if the sandbox is required and cannot be made', async () => {
    const node = { 'parser.mjs': "export class Parser { name = 'ran'; parse() { return []; } }" };
    await expect(load(node, { python: undefined, isRequired: true })).rejects.toMatchObject({
      ...{ code: 'SANDBOX_UNAVAILABLE', why: expect.stringContaining('it needs Python') as string },
    });
    const reasons: string[] = [];
    expect(await load(node, { python: undefined, onIncomplete: (missing) => reasons.push(missing) })).toBe('ran');
    expect(reasons).toEqual(['it needs Python']);
  });
});
