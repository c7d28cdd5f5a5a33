import type { ErrorCodeEntry } from './error-code-entry.js';

/** What happens between a parser and its files. */
export const FILE_ERRORS = {
  PARSER_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'The parser file does not exist, or is a folder without a parser.py in it.',
  },
  PARSER_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The file is no parser: it has neither a Parser class nor a parse() function nor a Handler class, cannot be compiled, or its name, version, outputs or topics cannot be what they are.',
  },
  CONTRACT_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The outputs a parser declares, or a contract file, cannot be understood. Types are string, int, float, decimal(p,s), bool, date, datetime, datetime(tz), time, json and binary; `!` behind a type makes the column required; the object form adds format, decimal, thousands, nulls, min, max, pattern, enum and unique.',
  },
  INTERPRETER_NOT_FOUND: {
    exit: 2,
    retryable: false,
    explain:
      'No Python was found to run the parser with. Looked at in this order: --python, $VIRTUAL_ENV, .venv beside the parser, python3 and python on the PATH.',
  },
  INPUT_NOT_FOUND: { exit: 3, retryable: false, explain: 'An input file does not exist, or a pattern matches none.' },
  INPUT_NOT_A_TABLE: {
    exit: 1,
    retryable: false,
    explain:
      'A file without a parser is read as a table, and this one is none that was recognised: it is empty, it is binary, or its lines have nothing in common. Say how to read it (--delimiter, --encoding, --input-format), or write a parser for it.',
  },
  INPUT_UNREADABLE: {
    exit: 1,
    retryable: false,
    explain:
      'An input exists but cannot be read: a missing permission, a folder where a file was expected, or a damaged disk.',
  },
  PARSER_EXCEPTION: {
    exit: 1,
    retryable: false,
    explain:
      "The parser raised an exception. The message shows the file, the line and the source line of the parser's own code.",
  },
  PARSER_MODULE_MISSING: {
    exit: 1,
    retryable: false,
    explain:
      'The parser imports a module that its environment does not have. The line `python:` says which environment that is.',
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
      'The parser gave something that is no table. It may return or yield DataFrames, Arrow tables, lists of dicts, or (output, batch) pairs of those.',
  },
  PARSER_EXITED: {
    exit: 1,
    retryable: false,
    explain: "The parser's process ended before it had said that it was done: it called exit, or something in it did.",
  },
  PARSER_KILLED: {
    exit: 1,
    retryable: true,
    explain:
      "A signal ended the parser's process. SIGKILL without a --memory limit of ours mostly means that the machine ran out of memory; SIGSEGV is a crash in native code.",
  },
  PARSER_OUT_OF_MEMORY: {
    exit: 1,
    retryable: true,
    explain:
      'The parser, or a built-in reader, needed more memory than --memory or parser_memory_bytes allows. Raise the limit, or yield batches instead of returning everything at once.',
  },
  PARSER_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain:
      'The parser, or a built-in reader, worked on a file for longer than --timeout or parser_timeout_seconds allows and was stopped with all its children.',
  },
  PARSER_NOT_CONNECTED: {
    exit: 1,
    retryable: true,
    explain: "The parser's process started but never opened the connection over which it sends its data.",
  },
  BRIDGE_PROTOCOL: {
    exit: 1,
    retryable: false,
    explain:
      "What came over the connection from the parser's process was not the bridge protocol: a malformed frame, a length out of bounds, or half a frame. The input was not completed. docs/reference/bridge-protocol.md describes the frames.",
  },
  COLUMNS_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      "The parser's data has other columns than its outputs declare. Missing and unexpected columns fail the run, because no row can be right without them.",
  },
  OUTPUT_UNDECLARED: {
    exit: 1,
    retryable: false,
    explain:
      'The parser gave rows for an output that its `outputs` does not declare, or rows without an output name although it declares several.',
  },
  QUARANTINE_LIMIT: {
    exit: 1,
    retryable: false,
    explain:
      'More rows broke the contract than are allowed: more than half of them (--quarantine-threshold), more than 10,000 (--max-quarantine-rows), or all. No output was written; the quarantine file shows the rows.',
  },
  OUTPUT_UNWRITABLE: {
    exit: 1,
    retryable: true,
    explain:
      'The output could not be written: the disk is full, the folder is read-only or missing, or a file is in the way. Nothing was left under the final name.',
  },
  FORMAT_UNKNOWN: { exit: 1, retryable: false, explain: 'The format of a file could not be told from its content.' },
} as const satisfies Record<string, ErrorCodeEntry>;
