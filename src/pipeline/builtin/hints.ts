import { type CasparianError, type ErrorCode, shellWord, type Hint } from '../../platform/index.js';
import { literalPattern } from './allow-auto.js';
import { autoTopic, BUILTIN } from './builtin-parser.js';

interface FailedReading {
  readonly jobId: string;
  readonly path: string;
  readonly dataset: string;
}

const HINTS: Partial<Record<ErrorCode, (job: FailedReading) => readonly Hint[]>> = {
  COLUMNS_MISMATCH: ({ path, dataset }) => [
    `See what it has: casparian infer ${shellWord(path)}`,
    `If it is another table, give it a dataset of its own: casparian rule add ${shellWord(literalPattern(path))} --topic ${autoTopic('NAME')}`,
    ...otherContract(dataset),
  ],
  QUARANTINE_LIMIT: ({ jobId, dataset }) => [
    `Look at the rows: casparian quarantine list --job ${jobId}`,
    ...otherContract(dataset),
  ],
  PARSER_TIMEOUT: ({ path }) => moreOf('parser_timeout_seconds', path),
  PARSER_CPU_LIMIT: ({ path }) => moreOf('parser_cpu_seconds', path),
  PARSER_OUT_OF_MEMORY: ({ path }) => moreOf('parser_memory_bytes', path),
  INPUT_NOT_A_TABLE: ({ path }) => [
    `See what is in it: casparian preview ${shellWord(path)}`,
    'Correct the file and scan it again, register a parser for it, or pass it by: casparian scan DIR --ignore',
  ],
};

function moreOf(setting: string, path: string): string[] {
  return [
    `See what is in it: casparian preview ${shellWord(path)}`,
    `If it is to be so large, raise ${setting}; for files without a parser alone under [parsers.${BUILTIN}] in casparian.toml.`,
  ];
}

function otherContract(dataset: string): string[] {
  return [
    `If files of '${dataset}' are like that now, have a contract made that all of them fit: casparian datasets contract ${dataset} --suggest > ${dataset}.json`,
    `Look at it, then: casparian datasets contract ${dataset} --set ${dataset}.json && casparian backfill ${BUILTIN} --execute && casparian process`,
  ];
}

/** What to do about a file that could not be read, on a server. */
export function builtinHints(error: CasparianError, job: FailedReading): readonly Hint[] {
  return HINTS[error.code]?.(job) ?? error.next;
}
