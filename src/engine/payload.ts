import type { StandardSchemaV1 } from '@standard-schema/spec';
import { CasparianError, errorMessage, exactJson } from '../platform/index.js';
import type { JobDeclaration } from './declare-job.js';

/** The payload as returned by its schema. A promise only for a schema that validates asynchronously. */
export function validatePayload(job: JobDeclaration, payload: unknown): unknown {
  if (!job.schema) return payload;
  const result = job.schema['~standard'].validate(payload);
  return result instanceof Promise ? result.then((late) => accept(job, late)) : accept(job, result);
}

/** The JSON text of a value for the database. Fails if it is over the limit. */
export function serialize(what: 'payload' | 'result', value: unknown, maxBytes: number): string {
  const text = toJson(what, value);
  // Almost every text is far below the limit; then the length in characters is enough, without counting bytes.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  throw new CasparianError(
    what === 'payload' ? 'PAYLOAD_TOO_LARGE' : 'RESULT_TOO_LARGE',
    `The ${what} is ${Buffer.byteLength(text)} bytes; the limit is ${maxBytes}`,
    {
      why: 'Every worker that claims the job would have to load it.',
      next: [`Store the data elsewhere and put its address into the ${what}.`, 'Or raise max_payload_bytes.'],
    },
  );
}

function accept(job: JobDeclaration, result: StandardSchemaV1.Result<unknown>): unknown {
  if (!result.issues) return result.value;
  const issues = result.issues.slice(0, 5).map(describeIssue);
  throw new CasparianError('PAYLOAD_INVALID', `The payload of ${job.type} is invalid: ${issues.join('; ')}`, {
    why: `It does not satisfy the schema of job type ${job.type}.`,
    next: ['Correct the payload and enqueue again.'],
  });
}

function describeIssue(issue: StandardSchemaV1.Issue): string {
  const path = issue.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
}

function toJson(what: string, value: unknown): string {
  let reason = `a ${typeof value} has no JSON form`;
  try {
    const text = exactJson(value ?? null) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    reason = errorMessage(error);
  }
  throw new CasparianError('PAYLOAD_NOT_JSON', `The ${what} cannot be stored as JSON`, { why: reason });
}
