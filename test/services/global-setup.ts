import type { TestProject } from 'vitest/node';
import { motoInstalled, startMoto } from './moto.js';
import { offerOnDemand } from './on-demand.js';
import { startPostgres } from './postgres.js';
import { rabbitmqInstalled, startRabbitmq } from './rabbitmq.js';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    rabbitmqAddress: string | null;
    s3Address: string | null;
  }
}

/** One PostgreSQL, and at most one RabbitMQ and S3 server, for the whole run. A test that stops or kills a server starts its own. */
export default async function startServices(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, rabbitmq, s3] = await Promise.all([
    // Every block of tests has its own database. Visiting hundreds of them keeps the automatic vacuum busy.
    startPostgres({ settings: { autovacuum: 'off' } }),
    offerOnDemand(rabbitmqInstalled(), startRabbitmq),
    offerOnDemand(motoInstalled(), startMoto),
  ]);
  project.provide('postgresUrl', postgres.url);
  project.provide('rabbitmqAddress', rabbitmq.address);
  project.provide('s3Address', s3.address);
  if (rabbitmq.address === null) {
    console.warn('\n!!! RabbitMQ is not installed: its tests are SKIPPED (npm run setup -- --services installs it)\n');
  }
  if (s3.address === null) {
    console.warn(
      '\n!!! moto is not installed: the tests of buckets (S3) are SKIPPED (npm run setup -- --services installs it)\n',
    );
  }
  return async () => {
    await Promise.all([postgres.remove(), rabbitmq.remove(), s3.remove()]);
  };
}
