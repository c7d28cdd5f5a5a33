import { CasparianError } from '../../../platform/index.js';
import { readRunSpec, type RunSpec, type TaskSchedule } from '../../../tasks/index.js';
import type { QueueingOptions, SpecOptions } from '../../options/task.js';
import { fieldsOf, withFields } from './spec-fields.js';
import { type GivenSpecs, readSpecs } from './spec-source.js';

export interface GivenTask {
  readonly spec: RunSpec;
  readonly schedule: TaskSchedule;
}

/** What the command line says is to run: the words behind `--`, or the specs of a file with what the options change. */
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
  return new CasparianError('USAGE', `${one} and ${other} exclude each other`, { why });
}

function requireCompatible(words: readonly string[], options: SpecOptions & QueueingOptions): void {
  const { spec, payload, runAt, delay } = options;
  if (spec !== undefined && words.length > 0) throw exclusive('--spec', 'a command', 'Both say what is to run.');
  if (spec === '-' && payload === '-') throw exclusive('--spec -', '--payload -', 'stdin can be read once.');
  if (runAt !== undefined && delay !== undefined) throw exclusive('--run-at', '--delay', 'Both say when it is due.');
  const [program = ''] = words;
  if (words.length === 1 && /\s/.test(program) && !program.includes('/')) throw oneWord(program);
  if (spec !== undefined || words.length > 0) return;
  throw new CasparianError('USAGE', 'What is to run?', {
    why: 'Neither a command nor a file with a run spec was given.',
    next: ['Write the command behind two dashes: … -- python -m reports', 'Or name a file: --spec run.json'],
  });
}

/** Nobody has a program of that name; somebody thought that a shell would take it apart. */
function oneWord(words: string): CasparianError {
  return new CasparianError('USAGE', `'${words}' is one word, and would be the name of the program`, {
    why: 'A command is a list of words, which no shell takes apart.',
    next: [`Leave out the quotes: -- ${words}`, `Or ask for a shell: -- sh -c '${words}'`],
  });
}

/** A command is written for the folder it is typed in. A file says itself where its program runs. */
function inWords(words: readonly string[]): GivenSpecs {
  return { form: 'one', specs: [{ command: words, cwd: process.cwd() }] };
}

/** Of many specs, the error says which one it is about. */
function numbered<T>(number: number, spec: unknown, read: (spec: unknown) => T): T {
  try {
    return read(spec);
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    const { code, message, why, next } = error;
    throw new CasparianError(code, `Spec ${number}: ${message}`, { why, next, cause: error });
  }
}
