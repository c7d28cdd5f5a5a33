import { errorText } from '../../data/act.js';
import { client } from '../../data/client.js';
import { jsonText } from '../../parts/json-tree.js';
import { counted } from '../../parts/number.js';
import { saveText } from '../../parts/save.js';
import { toast } from '../../parts/toast.js';
import type { JobQuery } from './job-filter.js';

/** A browser keeps the file in memory until it is saved. */
const MAX_EXPORTED = 200_000;
const REPORT_EVERY = 1_000;

/** Saves all jobs that match as lines of JSON. */
export async function exportJobs(query: JobQuery): Promise<void> {
  const stop = new AbortController();
  const action = { label: 'Stop', run: () => stop.abort() };
  const say = toast({ state: 'running', text: 'Exporting', isSticky: true, action });
  const lines: string[] = [];
  try {
    for await (const job of client.lines('/v1/jobs', { query, signal: stop.signal })) {
      lines.push(jsonText(job, 0));
      if (lines.length % REPORT_EVERY === 0)
        say({ state: 'running', text: `Exporting, ${counted(lines.length, 'job')}`, isSticky: true, action });
      if (lines.length >= MAX_EXPORTED) break;
    }
    saveText('jobs.ndjson', `${lines.join('\n')}\n`, 'application/x-ndjson');
    const rest = lines.length >= MAX_EXPORTED ? 'There are more: casparian jobs --json exports all.' : undefined;
    say({ state: 'completed', text: `${counted(lines.length, 'job')} exported`, detail: rest });
  } catch (error) {
    if (stop.signal.aborted) say();
    else say({ state: 'failed', ...errorText(error) });
  }
}
