import { type Engine, explainJob } from '../../../engine/index.js';
import type { Settings } from '../../../settings/index.js';
import { submitTasks, type TaskReceipt, type TaskRecord } from '../../../tasks/index.js';
import { taskOutcomeJson, taskReceiptJson } from '../../../tasks/task-json.js';
import type { Invocation } from '../../invocation.js';
import type { QueueingOptions, SpecOptions } from '../../options/task.js';
import { ReportedFailure } from '../../output/failure.js';
import { hintText } from '../../output/hint-text.js';
import type { Output } from '../../output/output.js';
import { printOutcome } from '../../output/task-outcome.js';
import { withEngine } from '../../session.js';
import { someSettings } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { awaitTask } from './await-task.js';
import { exclusive, givenTasks } from './given-tasks.js';
import type { GivenSpecs } from './spec-source.js';

export interface SubmitOptions extends SpecOptions, QueueingOptions {
  memo?: boolean;
  force?: boolean;
  wait?: boolean;
}

export async function run(invocation: Invocation<SubmitOptions>): Promise<void> {
  const { options, output, args } = invocation;
  if (options.memo && options.force) {
    throw exclusive('--memo', '--force', '--memo reuses an earlier result, --force always runs the task.');
  }
  // The command line is checked completely before a database is opened or created.
  const { max_payload_bytes: maxPayloadBytes } = await someSettings(invocation, ['max_payload_bytes']);
  const { form, tasks } = await givenTasks(args.flat(), options, { maxPayloadBytes });
  const reuse = options.memo ? 'completed' : options.force ? 'never' : 'running';
  await withEngine(invocation, async (engine, settings) => {
    const receipts = await submitTasks(
      engine,
      tasks.map((task) => ({ ...task, reuse })),
      { actor: settings.actor },
    );
    if (options.wait) return waitForAll(engine, settings, receipts, { form, output });
    if (output.asJson) return printJson(receipts.map(taskReceiptJson), form, output);
    for (const { id } of receipts) output.print(id);
    await printReceipts(receipts, engine, output);
  });
}

/** One after the other: if no other worker runs, this process runs them in turn. */
async function waitForAll(
  engine: Engine,
  settings: Settings,
  receipts: readonly TaskReceipt[],
  { form, output }: { form: GivenSpecs['form']; output: Output },
): Promise<void> {
  const stop = stopOnSignals();
  const ended: TaskRecord[] = [];
  try {
    for (const receipt of receipts) {
      output.message(acceptance(receipt));
      await printBlockers(receipt.id, ['queue_paused'], engine, output);
      const task = await awaitTask(engine, receipt.id, { settings, output, signal: stop.signal });
      ended.push(task);
      if (!output.asJson) printOutcome(task, output);
    }
  } finally {
    stop.dispose();
  }
  if (output.asJson) {
    const outcomes = ended.map((task, index) => taskOutcomeJson(task, receipts[index]?.deduplicated === true));
    printJson(outcomes, form, output);
  }
  if (ended.some(({ status }) => !status.startsWith('completed'))) throw new ReportedFailure(1);
}

/** The output has the form of the input. */
function printJson(documents: readonly object[], form: GivenSpecs['form'], output: Output): void {
  if (form === 'array') return output.json(documents);
  for (const document of documents) {
    if (form === 'lines') output.jsonLine(document);
    else output.json(document);
  }
}

async function printReceipts(receipts: readonly TaskReceipt[], engine: Engine, output: Output): Promise<void> {
  const known = receipts.filter(({ deduplicated }) => deduplicated).length;
  const [only] = receipts;
  if (receipts.length === 1 && only) output.message(acceptance(only));
  else output.message(`${receipts.length - known} tasks added${known > 0 ? `, ${known} already existed` : ''}.`);
  const waiting = receipts.find(({ status }) => status === 'pending');
  if (waiting) await printBlockers(waiting.id, ['no_worker', 'queue_paused'], engine, output);
}

/** Reasons that need an action of the user: waiting alone does not help. */
async function printBlockers(id: string, codes: readonly string[], engine: Engine, output: Output): Promise<void> {
  const { reasons } = await explainJob(engine.database, id);
  for (const { code, message, next } of reasons) {
    if (codes.includes(code)) output.message([message, ...next.map(hintText)].join(' '));
  }
}

function acceptance({ id, status, deduplicated, specHash }: TaskReceipt): string {
  const spec = `spec ${specHash.slice(0, 12)}`;
  if (!deduplicated) return `Added: task ${id} (${spec}) is ${status}.`;
  return `Already submitted as task ${id} (${spec}), which is ${status}.`;
}
