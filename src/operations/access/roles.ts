import { CasparianError, nearest } from '../../platform/index.js';

/** What a caller of the API may do. The first lines are those of the specification of passports; docs/design/server.md has the list. */
export const PERMISSIONS = [
  ...(['passport:read', 'passport:compile', 'passport:sign', 'passport:replay', 'passport:revoke'] as const),
  ...(['rules:read', 'rules:write', 'rules:publish', 'rules:test', 'docs:upload', 'docs:read'] as const),
  ...(['snapshot:build', 'snapshot:seal', 'audit:read', 'access:admin', 'tenant:admin'] as const),
  ...(['jobs:read', 'jobs:write', 'data:read', 'data:write', 'prices:read', 'prices:write'] as const),
  ...(['installation:read', 'installation:write'] as const),
];

export type Permission = (typeof PERMISSIONS)[number];

/** Everything that can be looked at, except the audit log and who has access. */
const READS: readonly Permission[] = [
  ...(['passport:read', 'rules:read', 'docs:read', 'jobs:read', 'data:read', 'prices:read'] as const),
  'installation:read',
];

export const ROLES = {
  Admin: PERMISSIONS,
  Operator: [...READS, ...(['docs:upload', 'jobs:write', 'data:write', 'prices:write', 'installation:write'] as const)],
  ComplianceOfficer: [
    ...(['passport:read', 'passport:compile', 'passport:replay', 'rules:read', 'docs:read'] as const),
    ...(['snapshot:build', 'snapshot:seal', 'jobs:read', 'data:read'] as const),
  ],
  Auditor: ['passport:read', 'rules:read', 'audit:read', 'jobs:read', 'data:read'],
  Reader: READS,
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

export function mayDo(role: Role, permission: Permission): boolean {
  return (ROLES[role] as readonly Permission[]).includes(permission);
}

/** The roles that have a permission, for messages. */
export function rolesWith(permission: Permission): Role[] {
  return ROLE_NAMES.filter((role) => mayDo(role, permission));
}

/** Reads the name of a role in any case. */
export function parseRole(text: string): Role {
  const role = ROLE_NAMES.find((name) => name.toLowerCase() === text.toLowerCase());
  if (role) return role;
  const guess = nearest(text, ROLE_NAMES);
  throw new CasparianError('OPTION_INVALID', `'${text}' is not a role`, {
    why: `The roles are ${ROLE_NAMES.join(', ')}.`,
    next: guess ? [`Did you mean ${guess}?`] : [],
  });
}
