import { isObject, scalarText } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { text } from '../mapping/codecs.js';
import type { Codec } from '../mapping/part.js';

/** Marks texts by language, which are an element of their own kind in a shell. */
export const LANGUAGES = '@languages';

/** A text in English. */
export const english: Codec = {
  write(stored) {
    const written = text.write(stored, () => undefined);
    return written === undefined ? undefined : { [LANGUAGES]: { en: written } };
  },
  read: (given, refuse) => text.read(languagesOf(given)['en'] ?? '', refuse),
};

/** Texts by language. */
export const multilingual: Codec = {
  write(stored) {
    if (!isObject(stored)) return english.write(stored, () => undefined);
    return { [LANGUAGES]: Object.fromEntries(Object.entries(stored).map(([name, one]) => [name, scalarText(one)])) };
  },
  read: (given) => languagesOf(given),
};

function languagesOf(given: FactJson): Readonly<Record<string, FactJson>> {
  const languages = isObject(given) ? given[LANGUAGES] : undefined;
  return isObject(languages) ? languages : {};
}
