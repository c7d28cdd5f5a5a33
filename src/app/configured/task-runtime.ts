import { pipelineHome } from '../../pipeline/index.js';
import type { Settings } from '../../settings/index.js';
import { openTaskRuntime, type TaskRuntime } from '../../tasks/index.js';

/** Opens what tasks need, according to the settings. */
export function openConfiguredTasks(settings: Settings): TaskRuntime {
  return openTaskRuntime({
    env: process.env,
    logs: pipelineHome(settings.home).logs,
    logBytes: settings.job_log_bytes,
    allow: settings.task_allow,
    maxResultBytes: settings.max_payload_bytes,
  });
}
