import type { Engine } from '../../engine/index.js';
import { openPipelineRuntime, type ParserLimits, pipelineHome, type PipelineRuntime } from '../../pipeline/index.js';
import type { ParserSettings, Settings } from '../../settings/index.js';

/** The settings in force for a parser, by its name. */
export type SettingsOfParsers = (parser: string) => ParserSettings;

/** Opens what jobs of the pipeline need, according to the settings. */
export function openConfiguredRuntime(
  engine: Engine,
  settings: Settings,
  parsers: SettingsOfParsers,
): Promise<PipelineRuntime> {
  return openPipelineRuntime({
    engine,
    home: pipelineHome(settings.home),
    python: settings.python,
    offline: settings.offline,
    vendor: settings.vendor,
    env: process.env,
    limits: (parser) => limitsOf(parsers(parser)),
    environmentNames: (parser) => parsers(parser).parser_environment,
    format: settings.output_format,
    warm: settings.warm_python,
    logBytes: settings.job_log_bytes,
  });
}

function limitsOf(settings: ParserSettings): ParserLimits {
  const { parser_timeout_seconds: seconds } = settings;
  return {
    quarantine: { share: settings.quarantine_threshold, rows: settings.max_quarantine_rows },
    timeoutMs: seconds === undefined ? undefined : Math.round(seconds * 1_000),
    cpuSeconds: settings.parser_cpu_seconds,
    memoryLimitBytes: settings.parser_memory_bytes,
  };
}
