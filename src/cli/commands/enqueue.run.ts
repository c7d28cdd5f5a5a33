import { enqueueReceiptJson } from '../../engine/job-json.js';
import { enqueueByName } from '../../operations/index.js';
import { CasparianError } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import type { JobOptions } from '../options/job.js';
import { readPayload } from '../options/payload.js';
import { withEngine } from '../session.js';

export interface EnqueueOptions extends JobOptions {
  runAt?: Date;
  delay?: number;
  idempotencyKey?: string;
  memo?: boolean;
  force?: boolean;
}

export async function run(invocation: Invocation<EnqueueOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [type = ''] = args;
  requireCompatible(options);
  const receipt = await withEngine(invocation, async (engine, settings) => {
    const payload = await readPayload(options.payload, settings.max_payload_bytes);
    const job = { type, payload, modules: settings.jobs, allowUnknownType: options.allowUnknownType };
    const { tenant, queue, priority, maxAttempts, runAt, delay: delayMs, idempotencyKey } = options;
    const spec = options.memo ? { spec: { force: options.force === true } } : {};
    const limits = { tenant, queue, priority, maxAttempts, runAt, delayMs, idempotencyKey };
    return enqueueByName(engine, job, { ...limits, ...spec }, settings.actor);
  });
  if (output.asJson) return output.json(enqueueReceiptJson(receipt));
  output.print(receipt.id);
  output.message(
    receipt.deduplicated ? `The job already exists and is ${receipt.status}.` : `Added: ${type} is ${receipt.status}.`,
  );
}

function requireCompatible(options: EnqueueOptions): void {
  if (options.runAt !== undefined && options.delay !== undefined) {
    throw new CasparianError('USAGE', '--run-at and --delay cannot be combined', {
      why: 'Both set when the job is due.',
    });
  }
  if (options.force && !options.memo) {
    throw new CasparianError('USAGE', '--force needs --memo', { why: 'Without --memo every job runs anyway.' });
  }
}
