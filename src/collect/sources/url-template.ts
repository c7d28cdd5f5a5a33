import { CasparianError } from '../../platform/index.js';

const FIELD = /\{([A-Za-z][A-Za-z0-9_.-]*)\}/g;

/** The names of the fields in a template, each once. */
export function templateFields(template: string): string[] {
  return [...new Set([...template.matchAll(FIELD)].map(([, name = '']) => name))];
}

/** Replaces each field by its encoded value. A field that the intake lacks is left empty. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string | null | undefined>): string {
  return template.replace(FIELD, (_, name: string) => encode(name, values.get(name) ?? ''));
}

/** encodeURIComponent leaves ! ' ( ) * as they are, and refuses half of a surrogate pair. */
function encode(name: string, value: string): string {
  try {
    return encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  } catch (error) {
    throw new CasparianError('OPTION_INVALID', `The field ${name} cannot be part of a URL`, {
      why: 'Its text is not valid Unicode.',
      cause: error,
    });
  }
}
