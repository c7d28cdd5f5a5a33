import { type CompletedOption, type Place, valuedOptions, type Word } from './commands.js';

export function fishScript(places: readonly Place[]): string {
  return `# Completion of casparian for fish. Load it: casparian completion fish | source
function __casparian_place
    set -l place ''
    set -l is_value 0
    for word in (commandline -opc)[2..-1]
        if test $is_value -eq 1
            set is_value 0
            continue
        end
        if test "$word" = --
            set place /--
            break
        end
        if contains -- $word ${valuedOptions(places).join(' ')}
            set is_value 1
            continue
        end
        if contains -- $place/$word ${places.flatMap(({ path }) => (path === '' ? [] : [path])).join(' ')}
            set place $place/$word
        end
    end
    test "casparian$place" = "casparian$argv[1]"
end
${places.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, options, choices }: Place): string[] {
  const here = `complete -c casparian -n '__casparian_place ${path}'`;
  return [
    ...commands.map(({ word, about }) => `${here} -f -a ${word} -d ${quoted(about)}`),
    ...choices.map((word) => `${here} -f -a ${word}`),
    ...options.map((option) => `${here} ${optionWords(option)}`),
  ];
}

function optionWords({ word, short, about, takesValue, choices }: CompletedOption & Word): string {
  const names = `-l ${word.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
  const value = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : '';
  return `${names}${value} -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
