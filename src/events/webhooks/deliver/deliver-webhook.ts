import { complete, type JobContext, type Outcome, PermanentError, snooze } from '../../../engine/index.js';
import { CasparianError, formatDuration } from '../../../platform/index.js';
import type { LoadedDelivery } from './load-delivery.js';
import { disableEndpoint, failDelivery, recordFailure } from './record-attempt.js';
import { shareOfSuccess } from './record-successes.js';
import type { WebhookRuntime } from './runtime.js';
import { type Attempt, type AttemptFailure, sendDelivery } from './send-delivery.js';

/** How long a delivery to a paused endpoint waits; `resume` makes it due at once. */
const PAUSED_MS = 900_000;

/** One attempt at one delivery. */
export async function deliverWebhook(runtime: WebhookRuntime, id: string, context: JobContext): Promise<Outcome> {
  const { tenant } = context.job;
  const delivery = await runtime.loader.load(tenant, id);
  if (!delivery) throw new PermanentError(`Tenant '${tenant}' has no webhook delivery ${id}`);
  if (delivery.isDelivered) return complete({ status: 'delivered' });
  const { endpoint } = delivery;
  if (endpoint.status === 'paused') return snooze(PAUSED_MS * (1 + Math.random()));
  if (endpoint.status !== 'active') {
    const error = `The endpoint is ${endpoint.status}`;
    return complete({ status: 'failed', error }, { write: (tx) => failDelivery(tx, tenant, id, error) });
  }
  const admission = await runtime.gate.enter(endpoint);
  if (!admission.mayStart) return snooze(admission.waitMs);
  const begun = performance.now();
  let attempt: Attempt | undefined;
  try {
    attempt = await sendDelivery(delivery, { ...runtime, signal: context.signal });
  } finally {
    admission.leave({ durationMs: performance.now() - begun, responded: attempt?.httpStatus != null });
  }
  if (attempt.failure) throw await failed(runtime, delivery, attempt, attempt.failure, context);
  const { httpStatus, durationMs } = attempt;
  return complete(
    { status: 'delivered', http_status: httpStatus, duration_ms: durationMs },
    { share: shareOfSuccess({ deliveryId: id, endpoint, attempt, fence: context.fence }) },
  );
}

/** Records a failed attempt under the fence, and returns the error that the job fails with. */
async function failed(
  runtime: WebhookRuntime,
  delivery: LoadedDelivery,
  attempt: Attempt,
  failure: AttemptFailure,
  context: JobContext,
): Promise<CasparianError> {
  const { job, fence } = context;
  const reason = reasonToDisable(delivery, failure, job.startedAt, runtime.disableAfterMs);
  const isRetryable = failure.isRetryable && reason === undefined;
  const isFinal = !isRetryable || job.attempt >= job.maxAttempts;
  const error = failure.why === undefined ? failure.message : `${failure.message}. ${failure.why}`;
  await context.transaction(async (tx) => {
    await recordFailure(tx, delivery, attempt, { fence, isFinal, error });
    if (reason !== undefined) await disableEndpoint(tx, delivery.endpoint, reason);
  });
  return new CasparianError(failure.code, failure.message, {
    why: failure.why,
    retryable: isRetryable,
    retryAfterMs: failure.retryAfterMs,
    // The stack says nothing about a receiver.
    detail: '',
    facts: { endpoint_id: delivery.endpoint.id, http_status: attempt.httpStatus },
  });
}

/** Why the endpoint must not get any more deliveries; undefined if it may. */
function reasonToDisable(
  { endpoint }: LoadedDelivery,
  failure: AttemptFailure,
  now: number,
  disableAfterMs: number,
): string | undefined {
  if (failure.isGone) return 'the receiver responded with 410 Gone';
  const failingMs = endpoint.failingSince === null ? 0 : now - endpoint.failingSince;
  return failingMs > disableAfterMs ? `nothing but failures for ${formatDuration(failingMs)}` : undefined;
}
