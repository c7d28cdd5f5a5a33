import { readableJson } from './readable-json.js';

/** The parser that a file job's payload names, as SQL. */
export const PARSER_IN_PAYLOAD = {
  sqlite: `${readableJson('payload', 'sqlite')} ->> 'parser'`,
  postgres: `${readableJson('payload', 'postgres')} ->> 'parser'`,
} as const;
