import { pipelineHome } from '../../pipeline/index.js';
import type { Settings } from '../../settings/index.js';
import { openTaskRuntime, type TaskRuntime } from '../../tasks/index.js';

/** What tasks need to run, as the settings have it. */
export function openConfiguredTasks(settings: Settings): TaskRuntime {
  return openTaskRuntime({
    env: process.env,
    logs: pipelineHome(settings.home).logs,
    logBytes: settings.job_log_bytes,
    allow: settings.task_allow,
    maxResultBytes: settings.max_payload_bytes,
  });
}
