/** The version of the default rules. A change of the law, or of any rule, is a new version: a test compares their hashes. */
export const DEFAULT_RULES_VERSION = '1.0.0';
