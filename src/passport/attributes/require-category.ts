import { CasparianError } from '../../platform/index.js';
import { CATEGORIES, type Category } from './attribute.js';

/** The category from its name, in any case. */
export function requireCategory(name: string): Category {
  const category = CATEGORIES.find((one) => one === name.toLowerCase());
  if (category !== undefined) return category;
  throw new CasparianError('VALIDATION_ERROR', `'${name}' is not a category of batteries`, {
    why: `The categories are ${CATEGORIES.join(', ')}. Other batteries need no passport.`,
  });
}
