import { CasparianError } from '../../platform/index.js';

const MAX_TOPIC_CHARS = 200;

export function requireTopic(topic: string): void {
  if (topic.length > 0 && topic.length <= MAX_TOPIC_CHARS && !/[\s,\p{Cc}]/u.test(topic)) return;
  throw new CasparianError('OPTION_INVALID', `The topic '${topic}' cannot be used`, {
    why: `It must have 1 to ${MAX_TOPIC_CHARS} characters, none of them a space or a comma.`,
  });
}
