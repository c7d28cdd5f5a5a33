import { handleJob, type JobDeclaration, type JobDefinition } from '../../engine/index.js';
import type { WebhookRuntime } from './deliver/runtime.js';
import { DELIVER_WEBHOOK_JOB } from './webhook-job.js';

/** Every type of job of webhooks. */
export const WEBHOOK_JOBS: readonly JobDeclaration[] = [DELIVER_WEBHOOK_JOB];

/** The job definitions for a worker. Loads the handler here, because only workers need it. */
export async function webhookJobs(runtime: WebhookRuntime): Promise<JobDefinition[]> {
  const { deliverWebhook } = await import('./deliver/deliver-webhook.js');
  return [
    handleJob(DELIVER_WEBHOOK_JOB, ({ webhook_delivery_id: id }, context) => deliverWebhook(runtime, id, context)),
  ];
}
