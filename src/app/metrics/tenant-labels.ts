const MAX_TENANTS = 1_000;

/**
 * A series, once begun, stays in memory until the process ends. So only this many tenants get series of their own; the
 * jobs of later ones are counted together.
 */
export function boundedTenantLabels(limit = MAX_TENANTS): (tenant: string) => string {
  const known = new Set<string>();
  return (tenant) => {
    if (!known.has(tenant)) {
      if (known.size >= limit) return '(other)';
      known.add(tenant);
    }
    return tenant;
  };
}
