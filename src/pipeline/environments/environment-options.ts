import type { ParserLanguage } from '../../bridge/index.js';
import type { PipelineHome } from '../home.js';

/** The parser to run. */
export interface WantedEnvironment {
  /** Its name, for messages. */
  readonly parser: string;
  /** Its bundle, unpacked. */
  readonly directory: string;
  readonly language: ParserLanguage;
  /** SHA-256 of its lockfile; null when nothing has to be installed. */
  readonly lockfileHash: string | null;
}

export interface EnvironmentOptions {
  readonly home: PipelineHome;
  /** `--python`: no environment is built. */
  readonly python: string | undefined;
  /** Forbids the network. */
  readonly offline: boolean;
  /** A folder made by `casparian vendor`, from which everything is taken. */
  readonly vendor: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Reports slow steps. */
  readonly onMessage?: ((line: string) => void) | undefined;
}
