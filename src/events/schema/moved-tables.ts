import type { MovedTable } from '../../engine/index.js';
import { WEBHOOK_TABLES } from './moved-webhook-tables.js';

/** What `db move` carries over. Positions and leaves stay what they were, so tree heads stay valid. */
export const EVENTS_TABLES: readonly MovedTable[] = [
  {
    name: 'cf_events',
    key: ['position'],
    columns: [
      'position',
      'event_id',
      'tenant',
      'aggregate_type',
      'aggregate_id',
      'aggregate_version',
      'event_type',
      'occurred_at',
      'actor',
      'payload',
      'payload_hash',
      'prev_event_hash',
      'event_hash',
      'leaf_index',
    ],
    generated: 'position',
  },
  {
    name: 'cf_event_heads',
    key: ['tenant', 'tree_size'],
    columns: ['tenant', 'tree_size', 'root_hash', 'signed_at', 'key_id', 'public_key', 'signature', 'frontier'],
  },
  ...WEBHOOK_TABLES,
];
