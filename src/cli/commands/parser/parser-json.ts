import type { RegisteredParser } from '../../../pipeline/registry/registered-parser.js';
import { isoTime } from '../../output/time.js';

/** A version of a parser as scripts know it; its names do not change. */
export function parserJson(parser: RegisteredParser, topics: readonly string[]): object {
  return {
    name: parser.name,
    version: parser.version,
    language: parser.language,
    entrypoint: parser.entrypoint,
    source_hash: parser.sourceHash,
    lockfile_hash: parser.lockfileHash,
    files: parser.files,
    imports: parser.imports,
    topics,
    registered_at: isoTime(parser.registeredAt),
    retired_at: isoTime(parser.retiredAt),
  };
}
