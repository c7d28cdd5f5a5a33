import { isoTime } from '../../platform/index.js';
import type { ApiKey } from './api-keys.js';
import type { Role } from './roles.js';

export interface ApiKeyJson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly tenant: string;
  readonly prefix: string;
  readonly created_at: string | null;
  readonly created_by: string | null;
  readonly revoked_at: string | null;
}

export function apiKeyJson({ id, name, role, tenant, prefix, createdAt, createdBy, revokedAt }: ApiKey): ApiKeyJson {
  return {
    ...{ id, name, role, tenant, prefix },
    created_at: isoTime(createdAt),
    created_by: createdBy,
    revoked_at: isoTime(revokedAt),
  };
}

/** The only time that the key is shown. */
export interface NewApiKeyJson extends ApiKeyJson {
  readonly key: string;
}

export function newApiKeyJson({ key, ...created }: ApiKey & { readonly key: string }): NewApiKeyJson {
  const { id, ...rest } = apiKeyJson(created);
  return { id, key, ...rest };
}
