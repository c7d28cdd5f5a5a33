import { fileURLToPath } from 'node:url';
import { runProcess, tailText } from '../../../../process/index.js';
import { CasparianError, hint } from '../../../../platform/index.js';
import type { PackedBundle } from '../../../bundle/pack-bundle.js';
import { type Facts, parserInvalid } from '../description.js';

const SCRIPT = fileURLToPath(new URL('inspect_parser.py', import.meta.url));
const WITHIN_MS = 60_000;
const MAX_ANSWER_BYTES = 16 * 2 ** 20;

type Answer = { executable: string } & (Omit<Facts, 'readBy'> | { problem: Parameters<typeof parserInvalid>[0] });

/** Python parses its own grammar best. `-I` and `-S` keep out installed packages and the current folder. */
export async function describePython({ archive, entrypoint }: PackedBundle, python: string): Promise<Facts> {
  const result = await runProcess({
    argv: [python, '-I', '-S', '-B', SCRIPT, entrypoint],
    env: {},
    stdin: { data: archive },
    timeoutMs: WITHIN_MS,
    maxOutputBytes: MAX_ANSWER_BYTES,
  });
  if (result.ending !== 'exited' || result.exitCode !== 0) {
    throw new CasparianError('PARSER_INVALID', `${python} could not read the parser (${result.ending})`, {
      why: result.startError?.reason ?? tailText(result.stderrTail).trim().split('\n').at(-1),
      next: [`Try it: ${python} --version`, hint('Name a Python 3.9 or newer', { options: { python: 'PATH' } })],
    });
  }
  const { executable, ...answer } = JSON.parse(result.stdoutTail.toString()) as Answer;
  if ('problem' in answer) throw parserInvalid(answer.problem);
  return { ...answer, readBy: { path: python, executable } };
}
