import { extname } from 'node:path';
import type { TenantExecutor } from '../../database/index.js';
import { currentParsers, isAutoTopic, listRules, topicsByParser } from '../../pipeline/index.js';
import { type Hint, hint, type Logger } from '../../platform/index.js';

/** Where to log, and how a hint becomes text. */
export interface Advice {
  readonly logger: Logger;
  readonly hintText: (hint: Hint) => string;
}

/** Logs which parsers get which files: their topics, and the rules that assign topics. */
export async function logRoutes(database: TenantExecutor, { logger, hintText }: Advice): Promise<void> {
  const topics = await topicsByParser(database);
  for (const { name } of await currentParsers(database)) {
    const own = topics.get(name) ?? [];
    for (const topic of own) logger.info({ parser: name, topic }, `Parser '${name}' subscribed to topic '${topic}'`);
    if (own.length === 0) {
      const add = hint('To add one', { action: 'parser.topics', arguments: [name, 'add', 'TOPIC'] });
      logger.warn({ parser: name }, `Parser '${name}' has no topic, so it gets no files. ${hintText(add)}`);
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
  { logger, hintText }: Advice,
): Promise<void> {
  const topics = [...new Set([...(await topicsByParser(database)).values()].flat())].sort();
  const what = files === 1 ? `${example} has no parser` : `${files} files have no parser, for example ${example}`;
  const them = files === 1 ? 'it' : 'them';
  const others = topics.length > 1 ? ` (topics with a parser: ${topics.join(', ')})` : '';
  const route =
    topics[0] === undefined
      ? hint('Register a parser', { action: 'parser.register', arguments: ['FILE'] })
      : hint(`Route ${them}`, {
          action: 'rule.add',
          arguments: [`*${extname(example)}`],
          options: { topic: topics[0] },
        });
  const auto = hint(`Or read ${them} without a parser`, {
    action: 'scan',
    arguments: [folder],
    options: { auto: true },
  });
  const advice = `${hintText(route)}${others}. ${hintText(auto)}`;
  logger.warn({ files, example }, `${what}. ${advice}`);
}
