import { handleJobLazily, type JobDeclaration, type JobDefinition } from '../../engine/index.js';
import type { WebhookRuntime } from './deliver/runtime.js';
import { DELIVER_WEBHOOK_JOB } from './webhook-job.js';

/** Every type of job of webhooks. */
export const WEBHOOK_JOBS: readonly JobDeclaration[] = [DELIVER_WEBHOOK_JOB];

/** The job definitions for a worker. */
export function webhookJobs(runtime: WebhookRuntime): JobDefinition[] {
  return [
    handleJobLazily(DELIVER_WEBHOOK_JOB, async () => {
      const { deliverWebhook } = await import('./deliver/deliver-webhook.js');
      return ({ webhook_delivery_id: id }, context) => deliverWebhook(runtime, id, context);
    }),
  ];
}
