import type { Executor } from '../../database/index.js';
import { currentParsers, topicsByParser } from '../registry/find-parsers.js';
import type { RegisteredParser } from '../registry/registered-parser.js';
import type { FilesTable } from '../schema/tables.js';
import { listRules } from './rules.js';
import { topicsByRules } from './topics-of-file.js';

/** Which parsers want a file, as one revision of the routes has it. */
export type Routes = (file: Pick<FilesTable, 'path' | 'tags'>) => readonly RegisteredParser[];

export async function readRoutes(database: Executor): Promise<Routes> {
  const topicsOfFile = topicsByRules(await listRules(database));
  const subscribers = await subscribersByTopic(database);
  return (file) => [...new Set(topicsOfFile(file).flatMap((topic) => subscribers.get(topic) ?? []))];
}

async function subscribersByTopic(database: Executor): Promise<Map<string, RegisteredParser[]>> {
  const topics = await topicsByParser(database);
  const subscribers = new Map<string, RegisteredParser[]>();
  for (const parser of await currentParsers(database)) {
    for (const topic of topics.get(parser.name) ?? []) {
      subscribers.set(topic, [...(subscribers.get(topic) ?? []), parser]);
    }
  }
  return subscribers;
}

/** Those of the topics that no parser is subscribed to: files with no other topic lead to no job. */
export async function topicsWithoutParser(database: Executor, topics: readonly string[]): Promise<string[]> {
  const subscribers = await subscribersByTopic(database);
  return topics.filter((topic) => !subscribers.has(topic));
}
