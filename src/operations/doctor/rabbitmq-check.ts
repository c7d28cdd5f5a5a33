import { rabbitmqTrigger } from '../../engine/index.js';
import { maskDatabaseUrl } from '../../database/index.js';
import type { Settings } from '../../settings/index.js';
import { type Check, ok, warning } from './check.js';

type RabbitmqSettings = Partial<Pick<Settings, 'rabbitmq_exchange' | 'rabbitmq_routing_key'>> & {
  rabbitmq_url: string;
};

/** Subscribes as a worker does. It is a trigger among others, so without it jobs still flow. */
export function rabbitmqCheck({ rabbitmq_url, rabbitmq_exchange, rabbitmq_routing_key }: RabbitmqSettings): Check {
  const address = maskDatabaseUrl(rabbitmq_url);
  return {
    name: 'rabbitmq',
    run: async () => {
      const trigger = rabbitmqTrigger({
        url: rabbitmq_url,
        ...(rabbitmq_exchange === undefined ? {} : { exchange: rabbitmq_exchange }),
        ...(rabbitmq_routing_key === undefined ? {} : { routingKey: rabbitmq_routing_key }),
      });
      const problems: string[] = [];
      const note = ({ error }: { error?: unknown }): void => void problems.push(String(error));
      const nothing = (): void => undefined;
      try {
        await trigger.start(nothing, { debug: nothing, info: nothing, warn: note, error: note });
        if (problems.length === 0) return ok(`${address} announces jobs`);
        return warning(
          `${address} cannot be used (${problems[0]}): jobs are found by the database's own means`,
          'Start it, or mend rabbitmq_url (CASPARIAN_RABBITMQ_URL).',
          'Or do without: CASPARIAN_RABBITMQ_ENABLED=false',
        );
      } finally {
        await trigger.stop();
      }
    },
  };
}
