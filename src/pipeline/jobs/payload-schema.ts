import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * A payload whose fields are all text. The pipeline plans its own jobs, but `casparian enqueue` accepts any payload.
 */
export function textFields<Payload extends object>(
  ...names: readonly (keyof Payload & string)[]
): StandardSchemaV1<Payload> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
        const missing = names.filter((name) => typeof given[name] !== 'string');
        if (missing.length === 0) return { value: value as Payload };
        return { issues: missing.map((name) => ({ message: `${name}: expected text` })) };
      },
    },
  };
}
