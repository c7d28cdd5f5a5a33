/** The versions that Python parsers and tasks may run on. */
export const supportedPythons = ['3.9', '3.10', '3.11', '3.12', '3.13', '3.14'];

/** The environments of the tests, each with the first version of Python that its packages have wheels for. */
export const environmentsOfTests = [
  { name: 'bare', since: '3.9' },
  { name: 'pandas-2', since: '3.9' },
  { name: 'pandas-3', since: '3.11' },
  { name: 'polars', since: '3.9' },
];

export function isAtLeast(version, since) {
  return supportedPythons.indexOf(version) >= supportedPythons.indexOf(since);
}
