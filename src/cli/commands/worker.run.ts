import { hostWorker } from '../../app/index.js';
import { workerStartedJson, workerStoppedJson } from '../../app/worker-host/worker-json.js';
import type { Invocation } from '../invocation.js';
import { parserSettingsOf, settingsOf } from '../settings.js';
import { hintText } from '../output/hint-text.js';
import { optimiseFromFirstJob } from '../stay-small.js';

export interface WorkerOptions {
  type?: string[];
  queue?: string[];
  tenant?: string[];
  drain?: boolean;
}

/** The log on stderr is for people; with --json, programs get one line at the start and one at the end. */
export async function run(invocation: Invocation<WorkerOptions>): Promise<void> {
  const { options, output } = invocation;
  const report = await hostWorker({
    settings: await settingsOf(invocation),
    parsers: await parserSettingsOf(invocation),
    types: options.type,
    queues: options.queue,
    tenants: options.tenant,
    drain: options.drain,
    observer: optimiseFromFirstJob(),
    hintText,
    onStarted: (started) => {
      if (output.asJson) output.jsonLine(workerStartedJson(started));
    },
  });
  if (output.asJson) output.jsonLine(workerStoppedJson(report));
}
