import type { SandboxSettings } from '../../pipeline/index.js';
import type { ParserSettings } from '../../settings/index.js';

export function sandboxSettings(settings: ParserSettings): SandboxSettings {
  return { mode: settings.sandbox, read: settings.sandbox_read, allowsNetwork: settings.parser_network };
}
