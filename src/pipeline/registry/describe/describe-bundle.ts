import { CasparianError, errorMessage, hint } from '../../../platform/index.js';
import { checkDeclared } from '../../../contract/index.js';
import { BUILTIN } from '../../builtin/builtin-parser.js';
import type { PackedBundle } from '../../bundle/pack-bundle.js';
import { requireTopic } from '../topic-name.js';
import { type Facts, type Import, type ParserDescription, parserInvalid, type StartedPython } from './description.js';
import { describePython } from './python/describe-python.js';

const MAX_VERSION_CHARS = 64;
const MAX_NAME_CHARS = 128;

export interface DescribedBundle extends ParserDescription {
  /** The first import of each package. */
  readonly importPlaces: readonly Import[];
  readonly readBy: StartedPython | undefined;
}

/**
 * Reads what a bundle declares without running it, and checks that it can be registered. `python` is only called if
 * needed, and `onWaiting` when that Python has started.
 */
export async function describeBundle(
  bundle: PackedBundle,
  python: () => Promise<string>,
  given: string,
  onWaiting?: () => void,
): Promise<DescribedBundle> {
  const facts = await factsOf(bundle, python, onWaiting);
  const { entrypoint: file } = bundle;
  if (facts.api !== 'class') throw needsClass(facts.api, given);
  const outputs = facts.outputs ?? null;
  await checkOutputs(outputs, file);
  return {
    name: checkedName(facts.name, file),
    version: checkedVersion(facts.version, file),
    topics: checkedTopics(facts.topics, file),
    outputs,
    imports: facts.imports.map(({ name }) => name),
    importPlaces: facts.imports,
    network: checkedNetwork(facts.network, file),
    notes: facts.notes,
    readBy: facts.readBy,
  };
}

async function factsOf(
  bundle: PackedBundle,
  python: () => Promise<string>,
  onWaiting: (() => void) | undefined,
): Promise<Facts> {
  if (bundle.language === 'python') return describePython(bundle, await python(), onWaiting);
  const { describeNode } = await import('./node/describe-node.js');
  return describeNode(bundle);
}

function needsClass(api: 'function' | 'handler', given: string): CasparianError {
  const what = api === 'function' ? 'a parse function' : 'a Handler class';
  return new CasparianError('PARSER_INVALID', `'${given}' cannot be registered: it has only ${what}`, {
    why: 'Only a Parser class declares a name, a version and outputs.',
    next: [hint('Wrap it in a Parser class', { action: 'scaffold', arguments: [given] })],
  });
}

function checkedName(value: unknown, file: string): string {
  if (value === BUILTIN)
    throw parserInvalid({ message: `the name '${BUILTIN}' belongs to the built-in readers`, file });
  if (typeof value === 'string' && value.length <= MAX_NAME_CHARS && /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(value)) {
    return value;
  }
  const message =
    value === null || value === undefined
      ? "the Parser has no name; give it one, such as name = 'sales'"
      : `the name ${JSON.stringify(value)} cannot be used: it may have letters, digits, '_', '-' and '.'`;
  throw parserInvalid({ message, file });
}

function checkedVersion(value: unknown, file: string): string {
  if (typeof value === 'string' && value.length <= MAX_VERSION_CHARS && /^[^\s/\\\p{Cc}]+$/u.test(value)) return value;
  const message =
    value === null || value === undefined
      ? "the Parser has no version; give it one, such as version = '1.0.0'"
      : `the version ${JSON.stringify(value)} cannot be used: it must be text without spaces and slashes, at most ${MAX_VERSION_CHARS} characters`;
  throw parserInvalid({ message, file });
}

function checkedTopics(value: unknown, file: string): string[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || !value.every((topic) => typeof topic === 'string')) {
    throw parserInvalid({ message: "topics of the Parser must be a list of texts, such as ['invoices']", file });
  }
  try {
    value.forEach(requireTopic);
  } catch (error) {
    throw parserInvalid({ message: errorMessage(error), file });
  }
  return value;
}

function checkedNetwork(value: unknown, file: string): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw parserInvalid({ message: 'network of the Parser must be true or false', file });
}

async function checkOutputs(outputs: unknown, file: string): Promise<void> {
  if (outputs !== null && (typeof outputs !== 'object' || Array.isArray(outputs))) {
    throw parserInvalid({ message: 'outputs of the Parser must be a dict of columns', file });
  }
  await checkDeclared(outputs);
}
