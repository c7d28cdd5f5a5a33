import { explanationJson } from '../../../engine/job-json.js';
import { explainWaiting } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { hintText } from '../../output/hint-text.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [id = ''] = args;
  const explanation = await withEngine(invocation, ({ database }) => explainWaiting(database, id));
  if (output.asJson) return output.json(explanationJson(explanation));
  for (const { message, next } of explanation.reasons) output.print([message, ...next.map(hintText)].join(' '));
}
