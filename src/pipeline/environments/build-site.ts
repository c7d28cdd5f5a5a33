import type { InstalledPackage } from './environment-manifest.js';

/** Where one environment is built, and with what. */
export interface BuildSite {
  /** The parser's name, for messages. */
  readonly parser: string;
  /** Contains a private copy of the lockfile and its related files; the tool runs here. */
  readonly project: string;
  /** The folder to create. */
  readonly environment: string;
  readonly offline: boolean;
  /** Whether Python sources are compiled in advance, for environments that parsers run in. */
  readonly compile: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
  /** The program to use instead of the one on the PATH. */
  readonly uv?: string | undefined;
  /** The download cache to use instead of the tool's own. */
  readonly cache?: string | undefined;
  /** The version of Python that the downloads are for. */
  readonly pythonVersion?: string | undefined;
}

export interface BuiltEnvironment {
  readonly runtime: string;
  readonly packages: readonly InstalledPackage[];
}
