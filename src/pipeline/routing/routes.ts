import {
  builtinParser,
  datasetOfTopics,
  isAutoTopic,
  NO_CONTRACT,
  type RoutedParser,
} from '../builtin/builtin-parser.js';
import { contractHashes } from '../builtin/contracts.js';
import { datasetNameOf } from '../builtin/dataset-name.js';
import { isReadableName } from '../builtin/readable-name.js';
import { currentParsers, topicsByParser } from '../registry/find-parsers.js';
import type { RegisteredParser } from '../registry/registered-parser.js';
import type { FilesTable } from '../schema/tables.js';
import { listRules } from './rules.js';
import { topicsByRules } from './topics-of-file.js';
import type { TenantExecutor } from '../../database/index.js';

/** Returns the parsers of a file under one revision of the routes. */
export type Routes = (file: Pick<FilesTable, 'path' | 'tags'>) => Route;

export interface Route {
  readonly parsers: readonly RoutedParser[];
  /** The file may be read without a parser, but no built-in reader supports its extension. */
  readonly lacksReader: boolean;
}

/** Registered parsers have precedence: the built-in readers get files that no parser wants. */
export async function readRoutes(database: TenantExecutor): Promise<Routes> {
  const topicsOfFile = topicsByRules(await listRules(database));
  const subscribers = await subscribersByTopic(database);
  const hashes = await contractHashes(database);
  return (file) => {
    const topics = topicsOfFile(file);
    const parsers = [...new Set(topics.flatMap((topic) => subscribers.get(topic) ?? []))];
    if (parsers.length > 0 || !topics.some(isAutoTopic)) return { parsers, lacksReader: false };
    if (!isReadableName(file.path)) return { parsers, lacksReader: true };
    const dataset = datasetOfTopics(topics) ?? datasetNameOf(file.path);
    return { parsers: [builtinParser(dataset, hashes.get(dataset) ?? NO_CONTRACT)], lacksReader: false };
  };
}

async function subscribersByTopic(database: TenantExecutor): Promise<Map<string, RegisteredParser[]>> {
  const topics = await topicsByParser(database);
  const subscribers = new Map<string, RegisteredParser[]>();
  for (const parser of await currentParsers(database)) {
    for (const topic of topics.get(parser.name) ?? []) {
      subscribers.set(topic, [...(subscribers.get(topic) ?? []), parser]);
    }
  }
  return subscribers;
}

/** The topics that no parser is subscribed to: files with only such topics get no job. */
export async function topicsWithoutParser(database: TenantExecutor, topics: readonly string[]): Promise<string[]> {
  const subscribers = await subscribersByTopic(database);
  return topics.filter((topic) => !subscribers.has(topic) && !isAutoTopic(topic));
}
