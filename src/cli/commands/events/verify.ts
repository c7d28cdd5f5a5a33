import { configuredSigningKeys } from '../../../app/index.js';
import type { VerifyReport } from '../../../events/index.js';
import { verifyJson } from '../../../events/verify/verify-json.js';
import { verifyExport, verifyLog, type VerifyLogOptions } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { createProgressLine, type ProgressLine } from '../../output/progress-line.js';
import { count } from '../../output/row-counts.js';
import { eventCount } from './event-text.js';
import { withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';

export interface VerifyOptions extends TenantOptions {
  head?: string[];
  publicKey?: string[];
}

export async function run(invocation: Invocation<VerifyOptions>): Promise<void> {
  const { output } = invocation;
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    const report = await verify(invocation, progress, stop.signal);
    progress.clear();
    print(report, output);
    if (!report.ok) throw new ReportedFailure(1);
  } catch (error) {
    if (stop.signal.aborted) throw new CasparianError('INTERRUPTED', 'Interrupted', { cause: error });
    throw error;
  } finally {
    progress.clear();
    stop.dispose();
  }
}

function verify(
  invocation: Invocation<VerifyOptions>,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<VerifyReport> {
  const { args, options } = invocation;
  const [file] = args;
  const checks: VerifyLogOptions = {
    ...{ publicKeys: options.publicKey ?? [], headFiles: options.head ?? [], signal },
    onProgress: (events) => progress.show(eventCount(events)),
  };
  // An auditor who has the file need not have the key: with a file, only keys that are named count.
  if (file !== undefined) return verifyExport(file, checks);
  return withTenant(invocation, async ({ engine, tenant }, settings) => {
    const published = await configuredSigningKeys(settings).published();
    return verifyLog(engine.database, tenant, { ...checks, ownKeys: published.map(({ publicKey }) => publicKey) });
  });
}

function print(report: VerifyReport, output: Output): void {
  if (output.asJson) return output.json(verifyJson(report));
  const { ok, chains, events, broken, brokenChains, heads, unsealed, isComplete, newestHead } = report;
  for (const { aggregateType, aggregateId, aggregateVersion, reason } of broken) {
    const place =
      aggregateType === 'tree_head'
        ? `tree head of ${eventCount(aggregateVersion)}`
        : `${aggregateType}/${aggregateId} v${aggregateVersion}`;
    output.print(`${output.paint('red', 'broken')}  ${printable(`${place}: ${reason}`)}`);
  }
  if (brokenChains > broken.length) output.print(`… and ${count(brokenChains - broken.length)} more chains`);
  const checked = `${eventCount(events)} in ${count(chains)} ${chains === 1 ? 'chain' : 'chains'}`;
  const agreed = heads === 0 ? '' : `, ${count(heads)} tree ${heads === 1 ? 'head' : 'heads'}`;
  output.print(
    ok ? `${output.paint('green', '✓')} ${checked}${agreed} verified.` : `${checked} checked; the log is broken.`,
  );
  if (!isComplete)
    output.message('The export has a filter: events between may be missing, and tree heads were not checked.');
  if (newestHead !== null)
    output.message(`Newest tree head: ${eventCount(newestHead.treeSize)}, signed at ${newestHead.signedAt}`);
  if (unsealed > 0) {
    output.message(`${eventCount(unsealed)} not covered by a tree head yet. Sign one now with: casparian events seal`);
  }
}
