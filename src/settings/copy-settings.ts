import { names, seconds, url } from './kinds.js';
import { DAY_SECONDS, type SettingDefinition } from './setting-definition.js';

/** The settings of copies of datasets that other programs read. */
export const COPY_SETTINGS = {
  load_to: {
    env: 'CASPARIAN_LOAD_TO',
    kind: url('postgres:', 'postgresql:'),
    secret: true,
    description: 'PostgreSQL database that `load` and `load_datasets` copy rows into.',
  },
  load_datasets: {
    env: 'CASPARIAN_LOAD_DATASETS',
    kind: names(),
    default: [],
    description:
      'Datasets that workers load into `load_to` after each change: `orders`, or `orders=sales.orders` with the table. `*` matches any characters.',
  },
  delta_datasets: {
    env: 'CASPARIAN_DELTA_DATASETS',
    kind: names(),
    default: [],
    description:
      'Datasets that workers publish as Delta tables after each change, such as `orders` or `shop.*`. `*` matches any characters.',
  },
  copy_delay_seconds: {
    env: 'CASPARIAN_COPY_DELAY_SECONDS',
    kind: seconds({ min: 0, max: DAY_SECONDS }),
    default: 5,
    description: 'Changes of a dataset within this time are loaded or published together.',
  },
} as const satisfies Record<string, SettingDefinition>;
