import { extname } from 'node:path';
import type { TenantExecutor } from '../../database/index.js';
import { currentParsers, isAutoTopic, listRules, topicsByParser } from '../../pipeline/index.js';
import { type Logger, shellWord } from '../../platform/index.js';

/** Logs which parsers get which files: their topics, and the rules that assign topics. */
export async function logRoutes(database: TenantExecutor, logger: Logger): Promise<void> {
  const topics = await topicsByParser(database);
  for (const { name } of await currentParsers(database)) {
    const own = topics.get(name) ?? [];
    for (const topic of own) logger.info({ parser: name, topic }, `Parser '${name}' subscribed to topic '${topic}'`);
    if (own.length === 0) {
      const add = `casparian parser topics ${shellWord(name)} add TOPIC`;
      logger.warn({ parser: name }, `Parser '${name}' has no topic, so it gets no files. To add one: ${add}`);
    }
  }
  for (const { pattern, topic } of await listRules(database)) {
    const fate = isAutoTopic(topic) ? 'are read without a parser, unless one subscribes' : `have topic '${topic}'`;
    logger.info({ pattern, topic }, `Files that match '${pattern}' ${fate}`);
  }
}

/** Logs how to route files that no parser gets. Names a rule for files like the example. */
export async function logUnrouted(
  database: TenantExecutor,
  { files, example, folder }: { files: number; example: string; folder: string },
  logger: Logger,
): Promise<void> {
  const topics = [...new Set([...(await topicsByParser(database)).values()].flat())].sort();
  const what = files === 1 ? 'This file has no parser' : `${files} files have no parser`;
  const rule = `casparian rule add ${shellWord(`*${extname(example)}`)} --topic ${shellWord(topics[0] ?? 'TOPIC')}`;
  const topic = topics.length > 1 ? ` (topics with a parser: ${topics.join(', ')})` : '';
  const route =
    topics.length === 0 ? 'Register a parser: casparian parser register FILE' : `Route them: ${rule}${topic}`;
  const auto = `casparian scan ${shellWord(folder)} --auto`;
  logger.warn({ files, example }, `${what}, for example ${example}. ${route}. Or read them without a parser: ${auto}`);
}
