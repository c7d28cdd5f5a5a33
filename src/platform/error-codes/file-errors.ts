import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Errors between a parser and its files. */
export const FILE_ERRORS = {
  EVENTS_FILE_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'The file is not a complete export of events, or not a saved tree head: a line cannot be read, or the end is missing. Export it again, and compare the sizes of the copies.',
  },
  PARSER_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'The parser file does not exist, or the folder contains no parser.py.',
  },
  PARSER_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The file is not a parser: it has no Parser class, no parse() function and no Handler class, it cannot be compiled, or its name, version, outputs or topics are invalid.',
  },
  CONTRACT_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The outputs that a parser declares, or a contract file, are invalid. Types are string, int, float, decimal(p,s), bool, date, datetime, datetime(tz), time, json and binary. `!` after a type makes the column required. The object form adds format, decimal, thousands, nulls, min, max, pattern, enum and unique.',
  },
  INTERPRETER_NOT_FOUND: {
    exit: 2,
    retryable: false,
    explain:
      'No Python was found to run the parser. The search order is: the given interpreter, $VIRTUAL_ENV, .venv beside the parser, python3 and python on the PATH.',
    next: [hint('Name an interpreter', { options: { python: 'PATH' } })],
  },
  INPUT_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'An input file does not exist, or no file matches a pattern.',
  },
  INPUT_NOT_A_TABLE: {
    exit: 1,
    retryable: false,
    explain:
      'A file without a parser is read as a table, but no supported format was recognised: it is empty, it is binary, or its lines have no common structure. Write a parser for it, or say how to read it.',
    next: [
      hint('Name the delimiter', { options: { delimiter: 'CHARACTER' } }),
      hint('Or the encoding', { options: { encoding: 'NAME' } }),
      hint('Or the format', { options: { input_format: 'FORMAT' } }),
    ],
  },
  INPUT_UNREADABLE: {
    exit: 1,
    retryable: false,
    explain:
      'An input exists but cannot be read: the permission is missing, it is a folder instead of a file, or the disk is damaged.',
  },
  INPUT_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'A compressed file unpacks to more than reader_max_unpacked_bytes, or to more than reader_max_unpack_ratio times its size. Such a file may be made to fill the disk.',
  },
  PARSER_EXCEPTION: {
    exit: 1,
    retryable: false,
    explain:
      'The parser raised an exception. The message shows the file, the line and the source line in the code of the parser.',
  },
  PARSER_MODULE_MISSING: {
    exit: 1,
    retryable: false,
    explain:
      'The parser imports a module that its environment does not have. The line `python:` names the environment.',
  },
  PARSER_BINARY_MISSING: {
    exit: 1,
    retryable: false,
    explain: 'The parser calls a program that is not installed on this machine.',
  },
  PARSER_RETURN_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'The parser returned something that is not a table. It can return or yield DataFrames, Arrow tables, lists of dicts, or (output, batch) pairs of those.',
  },
  PARSER_EXITED: {
    exit: 1,
    retryable: false,
    explain: 'The process of the parser ended before it reported that it was done: it called exit, or a library did.',
  },
  PARSER_KILLED: {
    exit: 1,
    retryable: true,
    explain:
      'A signal ended the process of the parser. SIGKILL without a memory limit usually means that the machine ran out of memory. SIGSEGV is a crash in native code.',
  },
  PARSER_OUT_OF_MEMORY: {
    exit: 1,
    retryable: true,
    explain:
      'The parser, or a built-in reader, needed more memory than its limit (parser_memory_bytes) allows. Raise the limit, or yield batches instead of returning all rows at once.',
    next: [hint('Raise it for one run', { options: { memory: 'SIZE' } })],
  },
  PARSER_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain:
      'The parser, or a built-in reader, worked on a file for longer than its limit (parser_timeout_seconds) allows. It was stopped with all its children.',
    next: [hint('Raise it for one run', { options: { timeout: 'DURATION' } })],
  },
  PARSER_NOT_CONNECTED: {
    exit: 1,
    retryable: true,
    explain: 'The process of the parser started but never opened the connection over which it sends its data.',
  },
  BRIDGE_PROTOCOL: {
    exit: 1,
    retryable: false,
    explain:
      'The process of the parser broke the bridge protocol: a malformed frame, a length out of bounds, or half a frame. The input was not completed. docs/reference/bridge-protocol.md describes the frames.',
  },
  COLUMNS_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      'The data of the parser has other columns than its outputs declare. Missing and unexpected columns fail the run, because no row can be correct without them.',
  },
  OUTPUT_UNDECLARED: {
    exit: 1,
    retryable: false,
    explain:
      'The parser returned rows for an output that its `outputs` does not declare, or rows without an output name although it declares several.',
  },
  QUARANTINE_LIMIT: {
    exit: 1,
    retryable: false,
    explain:
      'More rows broke the contract than the limits allow: more than half of them, more than 10,000, or all. No output was written. The quarantine file shows the rows.',
    next: [
      hint('Change the allowed share', { options: { quarantine_threshold: 'SHARE' } }),
      hint('Or the allowed number', { options: { max_quarantine_rows: 'NUMBER' } }),
    ],
  },
  OUTPUT_UNWRITABLE: {
    exit: 1,
    retryable: true,
    explain:
      'The output could not be written: the disk is full, the folder is read-only or missing, or a file is in the way. Nothing was left under the final name.',
  },
  FORMAT_UNKNOWN: {
    exit: 1,
    retryable: false,
    explain: 'The format of a file could not be recognised from its content.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
