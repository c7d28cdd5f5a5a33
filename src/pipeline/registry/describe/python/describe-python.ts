import { fileURLToPath } from 'node:url';
import { runProcess, tailText } from '../../../../process/index.js';
import { CasparianError, hint } from '../../../../platform/index.js';
import type { BundleEntry } from '../../../bundle/bundle-entry.js';
import type { PackedBundle } from '../../../bundle/pack-bundle.js';
import { type Facts, parserInvalid } from '../description.js';

const SCRIPT = fileURLToPath(new URL('inspect_parser.py', import.meta.url));
const WITHIN_MS = 60_000;
const MAX_ANSWER_BYTES = 16 * 2 ** 20;

type Answer = { executable: string } & (Omit<Facts, 'readBy'> | { problem: Parameters<typeof parserInvalid>[0] });

/** Python parses its own grammar best. `-I` and `-S` keep out installed packages and the current folder. */
export async function describePython(
  { entries, entrypoint }: PackedBundle,
  python: string,
  onWaiting?: () => void,
): Promise<Facts> {
  const running = runProcess({
    argv: [python, '-I', '-S', '-B', SCRIPT, entrypoint],
    env: {},
    stdin: { data: JSON.stringify(entries.map(forPython)) },
    timeoutMs: WITHIN_MS,
    maxOutputBytes: MAX_ANSWER_BYTES,
  });
  onWaiting?.();
  const result = await running;
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

function forPython({ name, content }: BundleEntry): [string, string | null] {
  return [name, name.endsWith('.py') ? content.toString('base64') : null];
}
