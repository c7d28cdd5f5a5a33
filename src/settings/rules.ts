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
  {
    setting: 'signing_key',
    broken: (setting) => {
      const sources = ['signing_key', 'signing_key_file', 'signing_command'] as const;
      const given = sources
        .map(setting)
        .filter(({ source, value }) => source.kind !== 'default' && value !== undefined);
      if (given.length < 2) return undefined;
      const names = given.map(({ name, source }) => `${name} (${source.name})`);
      return new CasparianError('CONFIG_INVALID', `${names.join(' and ')} are both set`, {
        why: 'One key signs, so it must come from one place.',
        next: ['Keep one of them.'],
      });
    },
  },
  {
    setting: 'signing_public_key',
    broken: (setting) => {
      const [command, publicKey] = [setting('signing_command'), setting('signing_public_key')];
      const isSet = Array.isArray(command.value) && command.value.length > 0;
      if (!isSet || publicKey.value !== undefined) return undefined;
      return new CasparianError('CONFIG_INVALID', `signing_command (${command.source.name}) needs signing_public_key`, {
        why: 'Every signature of the command is verified before it is used.',
        next: ['Set CASPARIAN_SIGNING_PUBLIC_KEY to the public key: PEM or base64.'],
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
