import type { Kind } from './kinds.js';

export interface SettingDefinition {
  /** The variable that sets it, and the names that scripts of other systems use for it. */
  readonly env: string;
  readonly aliases?: readonly string[];
  /** The command line option that sets it, where there is one. */
  readonly flag?: string;
  readonly kind: Kind<unknown>;
  /** Absent: the setting is off unless given. */
  readonly default?: unknown;
  /** A default computed from settings above it, with its description. */
  readonly derived?: { readonly description: string; from(above: Readonly<Record<string, unknown>>): unknown };
  /** May contain a password: shown masked. */
  readonly secret?: boolean;
  readonly description: string;
}

/** Bounds of several settings. */
export const DAY_SECONDS = 86_400;
export const GIBIBYTE = 1_073_741_824;
