import { expect, test } from 'vitest';
import { runProcess, tailText } from '../../src/process/index.js';
import { program } from './programs.js';

test.each(['{"id":1}', 'inherit', 'ignore', ''])('text reaches the program as it is: %j', async (data) => {
  const { stdoutTail } = await runProcess({ argv: program('echoes-stdin.mjs'), env: {}, stdin: { data } });
  expect(tailText(stdoutTail)).toBe(data);
});

test('bytes reach the program as they are', async () => {
  const data = Buffer.from([0, 255, 128, 10, 0]);
  const { stdoutTail } = await runProcess({ argv: program('echoes-stdin.mjs'), env: {}, stdin: { data } });
  expect(stdoutTail).toEqual(data);
});

test('without stdin the program reads its end at once', async () => {
  const result = await runProcess({ argv: program('echoes-stdin.mjs'), env: {} });
  expect(result).toMatchObject({ ending: 'exited', exitCode: 0, stdoutBytes: 0 });
});

test('a program may exit without reading 10 MB of stdin', async () => {
  const stdin = { data: Buffer.alloc(10_000_000) };
  const result = await runProcess({ argv: program('exits-with.mjs', '4'), env: {}, stdin });
  expect(result).toMatchObject({ ending: 'exited', exitCode: 4 });
});
