import { inject } from 'vitest';
import { urlOnDemand } from './on-demand.js';

/** For `describe.skipIf(!rabbitmqAvailable)`. */
export const rabbitmqAvailable = inject('rabbitmqAddress') !== null;

/** The URL of the run's RabbitMQ. The first call of a run starts it (about 9 s): call this in `beforeAll`. */
export function rabbitmqUrl(): Promise<string> {
  return urlOnDemand('RabbitMQ', inject('rabbitmqAddress'));
}
