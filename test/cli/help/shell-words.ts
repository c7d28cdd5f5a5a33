/** The words of the last call of casparian in a line of shell. */
export function argvOf(line: string): string[] {
  const [, call = ''] = /.*(?:^|[ (])casparian (.*?)\)?(?: [|>&]{1,2} .*)?$/.exec(line) ?? [];
  return [...call.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(([, ...found]) => found.find(Boolean) ?? '');
}
