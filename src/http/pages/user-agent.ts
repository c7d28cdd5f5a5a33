import { CasparianError, VERSION } from '../../platform/index.js';

/** The name that robots.txt files use for us. */
export const PRODUCT_TOKEN = 'CasparianFlow';

/** Who sends the requests, so that the owner of a site can ask or block. The contact is a URL or a mail address. */
export function userAgentOf(contact: string | undefined): string {
  const product = `${PRODUCT_TOKEN}/${VERSION}`;
  if (contact === undefined || contact === '') return product;
  if (!/^[\x21-\x7e]{1,200}$/.test(contact) || /[()\\]/.test(contact)) {
    throw new CasparianError('OPTION_INVALID', 'The contact cannot be sent in a header', {
      why: 'It must be a URL or a mail address of at most 200 ASCII characters, without spaces, parentheses and backslashes.',
    });
  }
  return `${product} (+${contact})`;
}
