import { runDaemon, serveBeside, type Serving, type StartedServer, USUAL_PARALLEL } from '../../app/index.js';
import { workerStartedJson, workerStoppedJson } from '../../app/worker-host/worker-json.js';
import { requireTopic } from '../../pipeline/index.js';
import { absoluteAddress } from '../../storage/index.js';
import { resolveSettings, type Settings } from '../../settings/index.js';
import type { Invocation } from '../invocation.js';
import type { ServerFlags } from '../options/server.js';
import { requireAuto } from '../options/auto.js';
import type { SelectionOptions } from '../options/selection.js';
import type { TenantOptions } from '../options/tenant.js';
import { tenantOf } from '../session.js';
import { givenByUser, parserSettingsOf, settingInputs, settingsOf } from '../settings.js';
import { hintText } from '../output/hint-text.js';
import { printStarted } from './serve.run.js';

export interface StartOptions extends SelectionOptions, TenantOptions, ServerFlags {
  serve?: boolean;
  watch: string[];
  jobs?: number;
  auto?: boolean;
  dataset?: string;
}

/** The log on stderr is for people; with --json, programs get one line at the start and one at the end. */
export async function run(invocation: Invocation<StartOptions>): Promise<void> {
  const { output } = invocation;
  // `--jobs` is the number of files at a time here, not the setting of the same name.
  const {
    watch,
    tag = [],
    pattern = [],
    ignore = [],
    jobs: parallel = USUAL_PARALLEL,
    auto = false,
    dataset,
    ...options
  } = invocation.options;
  tag.forEach(requireTopic);
  requireAuto(auto, dataset);
  const asSettings = { ...invocation, options };
  const settings = await settingsOf(asSettings);
  const roots = [...new Set(watch.map(absoluteAddress))];
  const report = await runDaemon({
    tenant: tenantOf(invocation.options),
    onlyTenant: invocation.options.tenant !== undefined,
    settings,
    parsers: await parserSettingsOf(asSettings),
    workerId: (await givenByUser(asSettings, 'worker_id')) ? settings.worker_id : undefined,
    folders: roots.map((root) => ({ root, tags: tag, patterns: pattern, ignore, home: settings.home })),
    parallel,
    auto: auto ? { dataset } : undefined,
    beside: options.serve ? serveBeside(await servingOf(asSettings, settings)) : undefined,
    hintText,
    onStarted: (started) => {
      if (output.asJson) output.jsonLine(workerStartedJson(started));
    },
  });
  if (output.asJson) output.jsonLine(workerStoppedJson(report));
}

async function servingOf(invocation: Invocation<ServerFlags & TenantOptions>, settings: Settings): Promise<Serving> {
  const { options, output } = invocation;
  const resolved = await resolveSettings(settingInputs(invocation));
  return {
    ...{
      settings,
      resolved,
      tenant: tenantOf(options),
      readOnly: options.readOnly === true,
      noAuth: options.auth === false,
    },
    onServing: (started: StartedServer) => printStarted(started, output),
  };
}
