import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.js';
import { offerRabbitmq } from './rabbitmq-on-demand.js';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    rabbitmqAddress: string | null;
  }
}

/** One PostgreSQL and at most one RabbitMQ for the whole run. A test that stops or kills a server starts its own. */
export default async function startServices(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, rabbitmq] = await Promise.all([startPostgres(), offerRabbitmq()]);
  project.provide('postgresUrl', postgres.url);
  project.provide('rabbitmqAddress', rabbitmq.address);
  if (rabbitmq.address === null) {
    console.warn('\n!!! RabbitMQ is not installed: its tests are SKIPPED (npm run setup -- --services installs it)\n');
  }
  return async () => {
    await Promise.all([postgres.remove(), rabbitmq.remove()]);
  };
}
