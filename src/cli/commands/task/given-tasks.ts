import { CasparianError } from '../../../platform/index.js';
import { readRunSpec, type RunSpec, type TaskSchedule } from '../../../tasks/index.js';
import type { QueueingOptions, SpecOptions } from '../../options/task.js';
import { fieldsOf, withFields } from './spec-fields.js';
import { type GivenSpecs, readSpecs } from './spec-source.js';

export interface GivenTask {
  readonly spec: RunSpec;
  readonly schedule: TaskSchedule;
}

/** The tasks on the command line: the words after `--`, or the specs of a file changed by the options. */
export async function givenTasks(
  words: readonly string[],
  options: SpecOptions & QueueingOptions,
  { maxPayloadBytes }: { maxPayloadBytes: number },
): Promise<{ form: GivenSpecs['form']; tasks: GivenTask[] }> {
  requireCompatible(words, options);
  const { form, specs } = options.spec === undefined ? inWords(words) : await readSpecs(options.spec);
  const fields = await fieldsOf(options, maxPayloadBytes);
  const read = (spec: unknown): GivenTask => readRunSpec(withFields(spec, fields));
  return { form, tasks: specs.map((spec, index) => (form === 'one' ? read(spec) : numbered(index + 1, spec, read))) };
}

export function exclusive(one: string, other: string, why: string): CasparianError {
  return new CasparianError('USAGE', `${one} and ${other} cannot be combined`, { why });
}

function requireCompatible(words: readonly string[], options: SpecOptions & QueueingOptions): void {
  const { spec, payload, runAt, delay } = options;
  if (spec !== undefined && words.length > 0) throw exclusive('--spec', 'a command', 'Both set what runs.');
  if (spec === '-' && payload === '-') throw exclusive('--spec -', '--payload -', 'stdin can be read only once.');
  if (runAt !== undefined && delay !== undefined)
    throw exclusive('--run-at', '--delay', 'Both set when the task is due.');
  const [program = ''] = words;
  if (words.length === 1 && /\s/.test(program) && !program.includes('/')) throw oneWord(program);
  if (spec !== undefined || words.length > 0) return;
  throw new CasparianError('USAGE', 'No command was given', {
    why: 'There is neither a command nor a run spec.',
    next: ['Write the command after two dashes: … -- python -m reports', 'Or read a spec from a file: --spec run.json'],
  });
}

/** A program name with spaces is almost always a quoted command line. */
function oneWord(words: string): CasparianError {
  return new CasparianError('USAGE', `There is no program named '${words}'`, {
    why: 'The command is one quoted word, and no shell splits it.',
    next: [`Remove the quotes: -- ${words}`, `Or use a shell: -- sh -c '${words}'`],
  });
}

/** A command is written for the folder in which it is typed. A file declares where its program runs. */
function inWords(words: readonly string[]): GivenSpecs {
  return { form: 'one', specs: [{ command: words, cwd: process.cwd() }] };
}

/** With several specs, the error names the one it is about. */
function numbered<T>(number: number, spec: unknown, read: (spec: unknown) => T): T {
  try {
    return read(spec);
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    const { code, message, why, next } = error;
    throw new CasparianError(code, `Spec ${number}: ${message}`, { why, next, cause: error });
  }
}
