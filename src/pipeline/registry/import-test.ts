import type { Interpreter } from '../../bridge/index.js';
import { loadParser } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';
import type { DescribedBundle } from './describe/describe-bundle.js';
import { prepareParser, type PreparedParser } from './prepare-parser.js';
import type { Workshop } from './workshop.js';

/** Long enough for pandas on a cold disk. A module that does its work on import is not supported. */
const LOAD_WITHIN_MS = 120_000;

/**
 * The dry run before a parser is registered: builds its environment and loads its file in it. The loaded declaration
 * must equal the one read from source; otherwise jobs would be recorded under another name than they run under.
 */
export async function testImport(
  bundle: PackedBundle,
  described: DescribedBundle,
  workshop: Workshop,
): Promise<PreparedParser> {
  const prepared = await prepareParser(bundle, described.name, workshop);
  const hello = await loadParser({
    parser: { ...prepared.file, given: bundle.entrypoint },
    interpreter: withoutSearch(prepared.interpreter, described),
    timeoutMs: LOAD_WITHIN_MS,
    memoryLimitBytes: undefined,
    stdin: 'ignore',
    stdout: 'stderr',
    env: workshop.parserEnv(described.name),
    cwd: prepared.file.directory,
    signal: workshop.signal,
    sandbox: await workshop.sandboxOf(described, (text) => workshop.onStep({ kind: 'message', text })),
  });
  for (const key of ['name', 'version'] as const) {
    if (hello[key] !== described[key]) throw differs(bundle, key, described[key], hello[key]);
  }
  workshop.onStep({ kind: 'loaded', entrypoint: bundle.entrypoint });
  return prepared;
}

/** A script that looks for a Python takes a tenth of a second each time, and found one when the source was read. */
function withoutSearch(interpreter: Interpreter, { readBy }: DescribedBundle): Interpreter {
  // A Python that was started by its name may not know its path.
  const isKnown = readBy?.path === interpreter.path && readBy.executable !== '';
  return isKnown ? { ...interpreter, path: readBy.executable } : interpreter;
}

function differs(bundle: PackedBundle, key: string, read: string, loaded: string | null): CasparianError {
  return new CasparianError('PARSER_TEST_FAILED', `The ${key} of the parser changes when it is loaded`, {
    why: `${bundle.entrypoint} declares ${key} = '${read}', but it is '${loaded ?? 'nothing'}' at run time.`,
    next: [`Write the ${key} as a plain value in the Parser class, and do not change it.`],
  });
}
