import { type CasparianError, type ErrorCode, type Hint, hint } from '../../platform/index.js';
import { literalPattern } from '../files/glob.js';
import { autoTopic, BUILTIN } from '../builtin/builtin-parser.js';

interface FailedReading {
  readonly jobId: string;
  readonly path: string;
  readonly dataset: string;
}

const HINTS: Partial<Record<ErrorCode, (job: FailedReading) => readonly Hint[]>> = {
  COLUMNS_MISMATCH: ({ path, dataset }) => [
    hint('See what it contains', { action: 'infer', arguments: [path] }),
    hint('If it is a different table, give it its own dataset', {
      ...{ action: 'rule.add', arguments: [literalPattern(path)], options: { topic: autoTopic('NAME') } },
    }),
    ...newContract(dataset),
  ],
  QUARANTINE_LIMIT: ({ jobId, dataset }) => [
    hint('Look at the rows', { action: 'quarantine.list', options: { job: jobId } }),
    ...newContract(dataset),
  ],
  PARSER_TIMEOUT: ({ path }) => raise('parser_timeout_seconds', path),
  PARSER_CPU_LIMIT: ({ path }) => raise('parser_cpu_seconds', path),
  PARSER_OUT_OF_MEMORY: ({ path }) => raise('parser_memory_bytes', path),
  INPUT_NOT_A_TABLE: ({ path }) => [
    hint('See what it contains', { action: 'preview', arguments: [path] }),
    'Correct the file and scan it again, register a parser for it, or ignore it.',
    hint('To ignore it', { action: 'scan', arguments: ['DIR'], options: { ignore: 'PATTERN' } }),
  ],
};

function raise(setting: string, path: string): readonly Hint[] {
  return [
    hint('See what it contains', { action: 'preview', arguments: [path] }),
    `If the file is meant to be this large, raise ${setting}. To raise it only for files without a parser, set it under [parsers.${BUILTIN}] in casparian.toml.`,
  ];
}

function newContract(dataset: string): readonly Hint[] {
  const file = `${dataset}.json`;
  return [
    hint(`If files of '${dataset}' look like this now, print a contract that fits all of them and save it as ${file}`, {
      ...{ action: 'datasets.contract', arguments: [dataset], options: { suggest: true } },
    }),
    hint('Check it, then set it', { action: 'datasets.contract', arguments: [dataset], options: { set: file } }),
    hint('Then read the earlier files again', { action: 'backfill', arguments: [BUILTIN], options: { execute: true } }),
    hint('And process them', { action: 'process' }),
  ];
}

/** Hints for a file that could not be read, on a server. */
export function builtinHints(error: CasparianError, job: FailedReading): readonly Hint[] {
  return HINTS[error.code]?.(job) ?? error.next;
}
