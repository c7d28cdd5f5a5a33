import { CasparianError } from '../platform/index.js';
import type { ResolvedSetting } from './resolved-setting.js';
import type { SettingName } from './table.js';

interface Rule {
  /** The setting that the problem is reported for. */
  readonly setting: SettingName;
  broken(setting: (name: SettingName) => ResolvedSetting): CasparianError | undefined;
}

/** Rules between settings that are valid on their own. */
const RULES: readonly Rule[] = [
  {
    setting: 'lease_renew_seconds',
    broken: (setting) => {
      const [renew, lease] = [setting('lease_renew_seconds'), setting('lease_seconds')];
      if (renew.value === undefined || lease.value === undefined) return undefined;
      if (Number(renew.value) < Number(lease.value)) return undefined;
      const message = `${described(renew)} is not shorter than ${described(lease)}`;
      return new CasparianError('CONFIG_INVALID', message, {
        why: 'A lease would expire before it is renewed, and running jobs would run twice.',
        next: ['Set lease_renew_seconds to at most half of lease_seconds, or leave it out.'],
      });
    },
  },
  {
    setting: 'rabbitmq_enabled',
    broken: (setting) => {
      const [enabled, address] = [setting('rabbitmq_enabled'), setting('rabbitmq_url')];
      if (enabled.value !== true || address.value !== undefined || address.problem) return undefined;
      return new CasparianError('CONFIG_INVALID', `${described(enabled)}, but rabbitmq_url is not set`, {
        why: 'The trigger needs the address of the broker.',
        next: ['Set CASPARIAN_RABBITMQ_URL=amqp://user:password@host:5672.'],
      });
    },
  },
];

/** The settings, with the problem of each broken rule attached to its setting. */
export function withBrokenRules(settings: readonly ResolvedSetting[]): ResolvedSetting[] {
  const named = (name: SettingName): ResolvedSetting => settings.find((one) => one.name === name) as ResolvedSetting;
  return settings.map((setting) => {
    if (setting.problem) return setting;
    const problem = RULES.filter((rule) => rule.setting === setting.name)
      .map((rule) => rule.broken(named))
      .find((broken) => broken !== undefined);
    return problem ? { ...setting, problem } : setting;
  });
}

function described({ name, value, source }: ResolvedSetting): string {
  const variable = source.kind === 'default' ? `${name} (default)` : `${name} (${source.name})`;
  return `${variable} = ${String(value)}`;
}
