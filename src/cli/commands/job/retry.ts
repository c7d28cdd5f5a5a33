import type { JobRecord } from '../../../engine/index.js';
import { jobDetailJson } from '../../../engine/job-json.js';
import { redactedJob, retryJob } from '../../../operations/index.js';
import { BUILTIN, PARSE_JOB, type ParsePayload } from '../../../pipeline/index.js';
import { printable } from '../../output/printable.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation<{ sameVersion?: boolean }>): Promise<void> {
  const { output, args, options } = invocation;
  const [id = ''] = args;
  const { sameVersion } = options;
  const job = await withEngine(invocation, (engine, { actor }) => retryJob(engine, id, actor, { sameVersion }));
  if (output.asJson) return output.json(jobDetailJson(redactedJob(job)));
  const attempts = job.maxAttempts === 1 ? '1 attempt' : `${job.maxAttempts} attempts`;
  output.print(`Job ${job.id} is pending again, with ${attempts}.`);
  const parser = parserOf(job);
  if (parser !== undefined) output.print(`It will use ${parser}.`);
}

function parserOf({ type, payload }: JobRecord): string | undefined {
  if (type !== PARSE_JOB.type) return undefined;
  const { parser, version } = payload as ParsePayload;
  return parser === BUILTIN ? undefined : `${printable(parser)} v${printable(version)}`;
}
