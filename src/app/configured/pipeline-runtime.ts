import type { Engine } from '../../engine/index.js';
import { BUILTIN, openPipelineRuntime, type ParserLimits, type PipelineRuntime } from '../../pipeline/index.js';
import { followDatasets } from '../../operations/index.js';
import { configuredHome } from './home.js';
import { sandboxSettings } from './sandbox-settings.js';
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
    home: configuredHome(settings),
    python: settings.python,
    offline: settings.offline,
    vendor: settings.vendor,
    env: process.env,
    limits: (parser) => (parser === BUILTIN ? readerLimits(settings, parsers(parser)) : limitsOf(parsers(parser))),
    environmentNames: (parser) => parsers(parser).parser_environment,
    format: settings.output_format,
    sandbox: (parser) => sandboxSettings(parsers(parser)),
    warm: settings.warm_python,
    logBytes: settings.job_log_bytes,
    onDatasetsChanged: followDatasets({
      load: settings.load_datasets,
      delta: settings.delta_datasets,
      delayMs: Math.round(settings.copy_delay_seconds * 1_000),
    }),
  });
}

/** Readers have limits by default: what is in a file is not known before it is read. */
export function readerLimits(settings: Settings, ofReaders: ParserSettings): ParserLimits {
  const limits = limitsOf(ofReaders);
  return {
    ...limits,
    timeoutMs: limits.timeoutMs ?? Math.round(settings.reader_timeout_seconds * 1_000),
    memoryLimitBytes: limits.memoryLimitBytes ?? settings.reader_memory_bytes,
    unpackLimits: { maxBytes: settings.reader_max_unpacked_bytes, maxRatio: settings.reader_max_unpack_ratio },
  };
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
