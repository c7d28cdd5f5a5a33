import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rabbitmqInstalled, startRabbitmq } from './rabbitmq.js';
import type { RabbitmqServer } from './rabbitmq.js';

export interface RabbitmqOnDemand {
  /** Answers a GET with the broker's URL. Null where RabbitMQ is not installed. */
  address: string | null;
  remove(): Promise<void>;
}

/**
 * One RabbitMQ for the whole run, started when the first test asks for it: the broker takes about 9 s and both cores
 * to come up, which a run of other tests should not pay.
 */
export async function offerRabbitmq(): Promise<RabbitmqOnDemand> {
  if (!rabbitmqInstalled()) return { address: null, remove: () => Promise.resolve() };
  let broker: Promise<RabbitmqServer> | undefined;
  const desk = createServer((_request, response) => {
    broker ??= startRabbitmq();
    broker.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  return {
    address: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`,
    async remove() {
      desk.close();
      // A broker that failed to start has told its tests so; its guard removes what it left behind.
      const started = await broker?.catch(() => undefined);
      await started?.remove();
    },
  };
}
