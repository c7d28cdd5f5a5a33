import { rabbitmqTrigger } from '../../engine/index.js';
import { maskDatabaseUrl } from '../../database/index.js';
import { type Check, ok, warning } from './check.js';

export interface RabbitmqAddress {
  readonly url: string;
  readonly exchange?: string | undefined;
  readonly routingKey?: string | undefined;
}

/** Subscribes as a worker does. RabbitMQ is one trigger of several, so jobs run without it. */
export function rabbitmqCheck({ url, exchange, routingKey }: RabbitmqAddress): Check {
  const address = maskDatabaseUrl(url);
  return {
    name: 'rabbitmq',
    run: async () => {
      const trigger = rabbitmqTrigger({
        url,
        ...(exchange === undefined ? {} : { exchange }),
        ...(routingKey === undefined ? {} : { routingKey }),
      });
      const problems: string[] = [];
      const note = ({ error }: { error?: unknown }): void => void problems.push(String(error));
      const nothing = (): void => undefined;
      try {
        await trigger.start(nothing, { debug: nothing, info: nothing, warn: note, error: note });
        if (problems.length === 0) return ok(`${address} announces jobs`);
        return warning(
          `${address} cannot be used (${problems[0]}): workers find jobs through the database`,
          'Start it, or correct rabbitmq_url (CASPARIAN_RABBITMQ_URL).',
          'Or turn it off: CASPARIAN_RABBITMQ_ENABLED=false',
        );
      } finally {
        await trigger.stop();
      }
    },
  };
}
