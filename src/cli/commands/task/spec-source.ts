import { CasparianError, errorMessage, parseExactJson } from '../../../platform/index.js';
import { textFrom } from '../../options/text-source.js';

/** The given specs and their form: the output has the same form. */
export interface GivenSpecs {
  readonly form: 'one' | 'array' | 'lines';
  readonly specs: readonly unknown[];
}

/** More than one submission should contain; a limit, so that the wrong file does not fill the memory. */
const MAX_SPEC_BYTES = 256 * 2 ** 20;
const SMALLEST = 'The smallest run spec is {"command": ["true"]}.';

/** A file of run specs: one as an object, many as an array or one per line. `-` is stdin. */
export async function readSpecs(source: string): Promise<GivenSpecs> {
  const name = source === '-' ? 'stdin' : source;
  const tooLarge = (): CasparianError =>
    invalid(`${name} is larger than ${MAX_SPEC_BYTES} bytes`, 'Split it into several files.');
  const given = specsOf(await textFrom(source, { what: 'The run spec', maxBytes: MAX_SPEC_BYTES, tooLarge }), name);
  if (given.specs.length === 0) throw invalid(`${name} contains no run spec`, SMALLEST);
  return given;
}

function specsOf(text: string, name: string): GivenSpecs {
  const whole = parsed(text);
  if ('value' in whole) {
    return Array.isArray(whole.value) ? { form: 'array', specs: whole.value } : { form: 'one', specs: [whole.value] };
  }
  const lines = linesOf(text).map(({ line, number }) => ({ number, ...parsed(line) }));
  const bad = lines.findIndex((line) => !('value' in line));
  if (bad === -1) return { form: 'lines', specs: lines.map((line) => ('value' in line ? line.value : undefined)) };
  // If the first line is not JSON by itself, the file is one broken document, not many.
  if (bad === 0) throw invalid(`${name} is not JSON`, SMALLEST, whole.why);
  throw invalid(`Line ${lines[bad]?.number} of ${name} is not JSON`, SMALLEST, (lines[bad] as { why?: string }).why);
}

function linesOf(text: string): { line: string; number: number }[] {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return lines.filter(({ line }) => line.trim() !== '');
}

function parsed(text: string): { value: unknown } | { why: string } {
  try {
    return { value: parseExactJson(text) };
  } catch (error) {
    return { why: errorMessage(error) };
  }
}

function invalid(message: string, next: string, why?: string): CasparianError {
  return new CasparianError('TASK_SPEC_INVALID', message, { why, next: [next] });
}
