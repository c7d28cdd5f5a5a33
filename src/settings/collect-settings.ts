import { bytes, seconds, text, wholeNumber } from './kinds.js';
import type { SettingDefinition } from './setting-definition.js';

/** The settings of requests to sources, and of the prices they return. */
export const COLLECT_SETTINGS = {
  collect_timeout_seconds: {
    env: 'CASPARIAN_COLLECT_TIMEOUT_SECONDS',
    kind: seconds({ min: 0.1, max: 600 }),
    default: 30,
    description: 'Time limit of one request to a source, with its redirects and its whole body.',
  },
  collect_max_body_bytes: {
    env: 'CASPARIAN_COLLECT_MAX_BODY_BYTES',
    kind: bytes({ min: 1_024 }),
    default: 8_388_608,
    description: 'The largest response of a source that is read, as sent and after decompression.',
  },
  collect_contact: {
    env: 'CASPARIAN_COLLECT_CONTACT',
    kind: text(),
    description: 'A web or mail address in the user agent, so that the operator of a source can reach you.',
  },
  collect_response_days: {
    env: 'CASPARIAN_COLLECT_RESPONSE_DAYS',
    kind: wholeNumber({ min: 1, max: 36_500 }),
    description:
      'Stored responses that no price came from, and quarantined rows, are removed at this age, with every scheduled collection. Without it they are kept until `collect prune`.',
  },
  collect_point_days: {
    env: 'CASPARIAN_COLLECT_POINT_DAYS',
    kind: wholeNumber({ min: 1, max: 36_500 }),
    description:
      'Prices that were observed and last reported longer ago are removed, with every scheduled collection. Without it they are kept.',
  },
  valuation_debounce_seconds: {
    env: 'CASPARIAN_VALUATION_DEBOUNCE_SECONDS',
    kind: seconds({ min: 0, max: 86_400 }),
    default: 5,
    description: 'Price points that change within this time share one valuation.',
  },
} as const satisfies Record<string, SettingDefinition>;
