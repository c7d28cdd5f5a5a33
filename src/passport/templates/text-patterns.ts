import type { TextFormat } from '../attributes/attribute.js';

/** The forms of texts as patterns of JSON schemas, for editors. Rules check more, such as check digits. */
export const TEXT_PATTERNS: Readonly<Record<TextFormat, Readonly<Record<string, string>>>> = {
  uri: { format: 'uri' },
  urn: { pattern: '^urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:.+$' },
  date: { pattern: '^\\d{4}-\\d\\d(-\\d\\d)?(T.+)?$' },
  time: { format: 'date-time' },
  identifier: {},
  cas: { pattern: '^\\d{2,7}-\\d\\d-\\d$' },
  email: { format: 'email' },
};
