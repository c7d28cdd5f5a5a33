import { type Sandbox, sandboxPython } from '../../bridge/index.js';
import { lazily } from '../../platform/index.js';

/** The settings of a parser's sandbox. */
export interface SandboxSettings {
  readonly mode: 'require' | 'auto' | 'off';
  /** Paths that the parser may read, in addition to its input. */
  readonly read: readonly string[];
  /** Whether the operator lets the parser use the network, if it declares that it does. */
  readonly allowsNetwork: boolean;
}

export interface SandboxOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A Python to use for all parsers. */
  readonly python: string | undefined;
  readonly sandbox: (parserName: string) => SandboxSettings;
}

/** A parser by name, and whether it declares that it uses the network. */
export interface ConfinedParser {
  readonly name: string;
  readonly network: boolean;
}

/** The sandbox of a parser; undefined if it is switched off. `warn` is called once for each kind of problem. */
export type SandboxOf = (parser: ConfinedParser, warn: (text: string) => void) => Promise<Sandbox | undefined>;

export function createSandboxes({ env, python, sandbox }: SandboxOptions): SandboxOf {
  const warned = new Set<string>();
  const ownPython = lazily(() => sandboxPython({ python, env }));
  return async ({ name, network }, warn) => {
    const { mode, read, allowsNetwork } = sandbox(name);
    if (mode === 'off') return undefined;
    const warnOnce = (text: string): void => {
      if (warned.has(text)) return;
      warned.add(text);
      warn(text);
    };
    if (network && !allowsNetwork) {
      warnOnce(
        `'${name}' declares network = true, but has no network: set parser_network = true in [parsers.${name}].`,
      );
    }
    return {
      isRequired: mode === 'require',
      hasNetwork: network && allowsNetwork,
      read,
      python: await ownPython(),
      onIncomplete: (missing) =>
        warnOnce(`The sandbox of parsers is incomplete: ${missing}. The doctor explains each layer.`),
    };
  };
}
