import type { StatusPurpose } from '../schema/tables.js';

/** The path of the newest list on a server. */
export function statusListPath(tenant: string, purpose: string): string {
  return `/p/status-lists/${encodeURIComponent(tenant)}/${purpose}`;
}

/**
 * The name of a maker's status list, which credentials and the list itself contain. Without a public address it is a URN: it does not say where
 * the list is, but a verifier who was given the list recognizes it.
 */
export function statusListAddress(tenant: string, purpose: StatusPurpose, publicUrl: string | undefined): string {
  if (publicUrl === undefined) return `urn:bpc:status-list:${encodeURIComponent(tenant)}:${purpose}`;
  return `${publicUrl.replace(/\/+$/, '')}${statusListPath(tenant, purpose)}`;
}
