import {
  addTopics,
  findRegistered,
  parserNamed,
  type RegisteredParser,
  registeredVersions,
  removeTopics,
  topicsByParser,
  topicsOf,
  unregisterParser,
} from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';

export interface ListedParser {
  readonly parser: RegisteredParser;
  readonly topics: readonly string[];
  /** Whether new files go to this version. */
  readonly current: boolean;
}

/** The current version of every parser; with `all`, also older and unregistered versions. */
export async function listParsers(database: TenantDatabase, { all }: { all: boolean }): Promise<ListedParser[]> {
  const versions = await registeredVersions(database);
  const topics = await topicsByParser(database);
  const seen = new Set<string>();
  const listed = versions.map((parser) => {
    // The versions of a name are sorted; the first one that is not retired is current.
    const current = parser.retiredAt === null && !seen.has(parser.name);
    if (current) seen.add(parser.name);
    return { parser, topics: topics.get(parser.name) ?? [], current };
  });
  return all ? listed : listed.filter(({ current }) => current);
}

export interface ParserDetails {
  readonly parser: RegisteredParser;
  readonly topics: readonly string[];
  readonly versions: readonly RegisteredParser[];
}

export async function showParser(database: TenantDatabase, name: string, version?: string): Promise<ParserDetails> {
  const parser = await parserNamed(database, name, version);
  const [topics, versions] = [await topicsOf(database, name), await registeredVersions(database, name)];
  return { parser, topics, versions };
}

export interface TopicChange {
  /** The given topics that changed. */
  readonly changed: readonly string[];
  readonly topics: readonly string[];
}

/** Adds or removes topics of a parser. */
export async function changeTopics(
  database: TenantDatabase,
  name: string,
  { action, topics }: { action: 'add' | 'remove'; topics: readonly string[] },
): Promise<TopicChange> {
  await parserNamed(database, name);
  const changed = await (action === 'add' ? addTopics : removeTopics)(database, name, topics);
  return { changed, topics: await topicsOf(database, name) };
}

export interface Unregistered {
  readonly versions: readonly string[];
  /** The version that new files go to now; null if none is left. */
  readonly current: string | null;
}

/** Unregisters a version of a parser, or all of them. Bundles and outputs stay. */
export async function unregister(database: TenantDatabase, name: string, version?: string): Promise<Unregistered> {
  const versions = await unregisterParser(database, name, version);
  return { versions, current: (await findRegistered(database, name))?.version ?? null };
}
