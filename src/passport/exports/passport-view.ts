import type { FactJson } from '../rules/values/value.js';
import type { Audience } from '../disclosure/audience.js';
import type { Excerpt } from '../disclosure/excerpt.js';
import { excerptValues } from '../disclosure/excerpt.js';

/** What an export shows: only what its audience may see. Exports are made from this and nothing else. */
export interface PassportView {
  readonly product: { readonly sku: string; readonly name: string };
  readonly audience: Audience;
  readonly excerpt: Excerpt;
  /** By path, without those that have no value. */
  readonly values: ReadonlyMap<string, FactJson>;
  /** The text of the QR code. */
  readonly qrPayload: string;
  /** The last version of the earlier passport of the same battery, if it had one. */
  readonly predecessorId?: string | undefined;
  /** The place of the version in the status list of revoked versions, once it has one. */
  readonly status?: { readonly list: string; readonly index: number } | undefined;
}

export function passportView(excerpt: Excerpt, product: PassportView['product'], qrPayload: string): PassportView {
  return { product, audience: excerpt.audience, excerpt, values: excerptValues(excerpt), qrPayload };
}
