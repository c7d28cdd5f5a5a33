import { execFile } from 'node:child_process';
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ParserHello } from '../../../src/bridge/protocol/message.js';
import { openBridge } from '../../../src/bridge/socket/open-bridge.js';
import * as shim from '../../../src/bridge/shims/node/frames.js';
import { bytes, HELLO, rendered, talk } from '../talk.js';

const PAGE = await readFile(new URL('../../../docs/reference/bridge-protocol.md', import.meta.url), 'utf8');

/** The fenced blocks of the page in one language, by the name behind it. */
function blocks(language: string): Map<string, string> {
  const found = PAGE.matchAll(new RegExp(`^\`\`\`${language} ?(\\S*)\\n(.*?)\`\`\`$`, 'gms'));
  return new Map(Array.from(found, ([, name = '', content = '']) => [name, content]));
}

const GOLDEN = new Map(
  Array.from(blocks('hex'), ([name, dump]) => [
    name,
    Buffer.from(dump.replace(/\|.*$/gm, '').replace(/\s/g, ''), 'hex'),
  ]),
);
const STATED = blocks('text');

describe('the dumps of the reference page', () => {
  it('has one for every kind of frame', () => {
    expect([...GOLDEN.keys()]).toEqual(['hello', 'rows', 'no-rows', 'arrow', 'log', 'error', 'plain-error', 'end']);
  });

  it.each([...GOLDEN])('decodes %s to the message the page states', async (name, frame) => {
    const messages = await talk(name === 'hello' ? [frame] : [HELLO, frame]);
    expect(rendered(messages.at(-1)!)).toBe(STATED.get(name)?.trim());
  });

  it('is what the Node shim sends', () => {
    const stated = JSON.parse(STATED.get('hello')!) as { parser: ParserHello };
    const failure = (JSON.parse(STATED.get('error')!) as { failure: object }).failure;
    const rows = '{"id":1,"total":{"$decimal":"1.10"}}\n{"id":{"$int":"9007199254740993"},"total":null}\n';
    const sent: Record<string, shim.EncodedFrame> = {
      hello: shim.encodeHello(stated.parser),
      rows: shim.encodeRows({ output: 'lines', columns: ['id', 'total'] }, rows),
      'no-rows': shim.encodeRows({ columns: ['id'] }, ''),
      arrow: shim.encodeData(GOLDEN.get('arrow')!.subarray(4)),
      log: shim.encodeLog('warning', 'café'),
      error: shim.encodeError(JSON.stringify(failure)),
      'plain-error': shim.encodeError('disk on fire'),
      end: shim.encodeEnd(),
    };
    for (const [name, frame] of Object.entries(sent)) expect(bytes(frame), name).toEqual(GOLDEN.get(name));
  });
});

it('runs the example shim of the page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-example-'));
  const bridge = await openBridge();
  try {
    await writeFile(join(folder, 'shim.py'), blocks('python').get('')!);
    await writeFile(join(folder, 'in.txt'), 'one\ntwo\n');
    const argv = ['--socket-path', bridge.socketPath, '--input-path', join(folder, 'in.txt'), '--job-id', '0'];
    const exited = promisify(execFile)('python3', [join(folder, 'shim.py'), ...argv]);
    const messages = [];
    for await (const message of bridge.messages()) messages.push(rendered(message));
    await exited;
    expect(messages.slice(1)).toEqual([
      '{"kind":"batch","output":null,"columns":["number","text"],"rows":[{"number":1,"text":"one"},{"number":2,"text":"two"}]}',
      '{"kind":"end"}',
    ]);
  } finally {
    await bridge.close();
    await rm(folder, { recursive: true });
  }
});
