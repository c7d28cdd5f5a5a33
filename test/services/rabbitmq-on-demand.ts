import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rabbitmqInstalled, startRabbitmq } from './rabbitmq.js';
import type { RabbitmqServer } from './rabbitmq.js';

export interface RabbitmqOnDemand {
  /** A GET on it returns the URL of the broker. Null if RabbitMQ is not installed. */
  address: string | null;
  remove(): Promise<void>;
}

/**
 * One RabbitMQ for the whole run, started when the first test needs it: the start takes about 9 s on both cores, which
 * other tests should not pay for.
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
      // The failed start was already reported to the tests; the guard removes its files.
      const started = await broker?.catch(() => undefined);
      await started?.remove();
    },
  };
}
