import { inject } from 'vitest';

/** For `describe.skipIf(!rabbitmqAvailable)`. */
export const rabbitmqAvailable = inject('rabbitmqAddress') !== null;

/** The URL of the run's RabbitMQ. The first call of a run starts it (about 9 s): call this in `beforeAll`. */
export async function rabbitmqUrl(): Promise<string> {
  const address = inject('rabbitmqAddress');
  if (address === null) throw new Error('RabbitMQ is not installed: guard the tests with rabbitmqAvailable');
  const response = await fetch(address);
  const answer = await response.text();
  if (!response.ok) throw new Error(`RabbitMQ did not start: ${answer}`);
  return answer;
}
