import type { MigrationLine } from '../../database/index.js';
import type { MovedTable } from '../../engine/index.js';
import type { Role } from './roles.js';

export interface AccessSchema {
  cf_api_keys: ApiKeysTable;
  cf_idempotent_requests: IdempotentRequestsTable;
}

export interface ApiKeysTable {
  id: string;
  tenant: string;
  name: string;
  role: Role;
  /** The beginning of the key, to recognise it in a list. */
  prefix: string;
  /** SHA-256 of the key and the pepper. The key itself is not stored. */
  key_hash: string;
  /** Which pepper it was made with. */
  pepper_id: string;
  created_at: number;
  created_by: string | null;
  revoked_at: number | null;
}

/** The response to a write request, kept so that a repeated request is not executed again. */
export interface IdempotentRequestsTable {
  tenant: string;
  key: string;
  request_hash: string;
  /** Null while the request runs. */
  status: number | null;
  headers: string | null;
  body: string | null;
  /** Who runs it; another process may take over after a while. */
  owner: string;
  created_at: number;
}

/** The migrations of access to the API. Forward only; never edit a released step. */
export const ACCESS_MIGRATIONS: MigrationLine = {
  module: 'access',
  steps: [
    {
      number: 1,
      name: 'API keys and idempotent requests',
      sql: { sqlite: tables('TEXT', 'TEXT'), postgres: tables('UUID', 'TEXT COLLATE "C"') },
    },
  ],
};

/** What `db move` carries over. Idempotent requests expire after a day, so they stay behind. */
export const ACCESS_TABLES: readonly MovedTable[] = [
  {
    name: 'cf_api_keys',
    key: ['id'],
    columns: [
      ...['id', 'tenant', 'name', 'role', 'prefix', 'key_hash', 'pepper_id'],
      ...['created_at', 'created_by', 'revoked_at'],
    ],
  },
];

function tables(id: string, text: string): string {
  return `
CREATE TABLE cf_api_keys (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  name ${text} NOT NULL,
  role ${text} NOT NULL,
  prefix ${text} NOT NULL,
  key_hash ${text} NOT NULL UNIQUE,
  pepper_id ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  created_by ${text},
  revoked_at BIGINT
);
CREATE UNIQUE INDEX cf_api_keys_name ON cf_api_keys (tenant, name) WHERE revoked_at IS NULL;

CREATE TABLE cf_idempotent_requests (
  tenant ${text} NOT NULL,
  key ${text} NOT NULL,
  request_hash ${text} NOT NULL,
  status INTEGER,
  headers ${text},
  body ${text},
  owner ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, key)
);
CREATE INDEX cf_idempotent_requests_age ON cf_idempotent_requests (created_at);
`;
}
