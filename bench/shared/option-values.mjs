/** Names given one by one, or with commas; undefined when none is. */
export function listOf(given = []) {
  const names = given.flatMap((one) => one.split(',')).filter((name) => name !== '');
  return names.length > 0 ? names : undefined;
}

/** Throws an Error with a sentence for the user when the text is no whole number from 1. */
export function wholeNumber(option, text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} takes a whole number from 1, not "${text}"`);
  return number;
}
