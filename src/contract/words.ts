/** Words and characters with a meaning in text files. Casts, inference, the detection of headers and the CLI share them. */

/** Texts that mean "no value" in columns of numbers, dates and the like. In columns of text they are text. */
export const NULL_WORDS = [
  ...['', '-', '--', '---', '–', '—', '.', '..', '?', '\\N', 'n.a.', 'N.A.', 'undefined'],
  // `#N/A` as spreadsheets write it in English, German, Italian and Spanish.
  ...['#N/A', '#NA', '#NV', '#N/D'],
  ...['<NA>', '<null>', '<NULL>', '(null)', '(NULL)', '(none)', '(blank)', '[null]', '[NULL]'],
  ...['NULL', 'Null', 'null', 'NA', 'na', 'N/A', 'n/a', 'None', 'none', 'NONE'],
  ...['NaN', 'nan', 'NAN', 'NaT', 'nil', 'NIL'],
] as const;

/**
 * Pairs of words for true and false. `1` and `0` are not among them: they stay numbers, unless a contract declares a bool.
 * Nor are `s` and `n`: they also mean south and north.
 */
export const BOOL_PAIRS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
  ['on', 'off'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['ja', 'nee'],
  ['oui', 'non'],
  ['si', 'no'],
  ['sí', 'no'],
  ['sim', 'não'],
  ['tak', 'nie'],
  ['да', 'нет'],
  ['vrai', 'faux'],
  ['wahr', 'falsch'],
  ['vero', 'falso'],
  ['verdadero', 'falso'],
] as const;

/** Every word of the pairs once: `no` belongs to several pairs. */
export const BOOL_WORDS: readonly string[] = [...new Set(BOOL_PAIRS.flat())];

export const COMMON_DELIMITERS = [',', ';', '\t', '|'] as const;

/** Where two delimiters explain a file equally well, the earlier wins: commas occur in numbers and sentences, tabs hardly. */
export const DELIMITERS = ['\t', ';', '|', '\x1f', '\x01', '\x1e', '^', '~', '¦', '§', ','] as const;

/** Tried before the others, which are parts of them. */
export const LONG_DELIMITERS = [
  ...['||', '|~|', '~|~', '^|^', '|#|', '#|#', '@|@', '<|>'],
  ...['::', ';;', '~~', '^^', '$$', '@@'],
] as const;

/** They occur in sentences and times: tried only if no other delimiter explains the file. */
export const WEAK_DELIMITERS = [':', ' '] as const;

/** As in "separated by commas". */
export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
  ' ': 'spaces',
};
