import { type Place, valuedOptions } from './commands.js';

/** Everything is contained in the script: a TAB starts no process. Works with bash 3.2, which macOS has. */
export function bashScript(places: readonly Place[]): string {
  return `# Completion of casparian for bash. Load it: source <(casparian completion bash)
_casparian() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} place='' commands='' options='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      --) return ;; # what follows is the command line of another program
      ${valuedOptions(places).join('|')}) ((i++)); continue ;;
    esac
    case "$place/\${COMP_WORDS[i]}" in
      ${places.flatMap(({ path }) => (path === '' ? [] : [path])).join('|')}) place="$place/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place $previous" in
${places.flatMap(choiceLines).join('\n')}
  esac
  case "$previous" in
    ${valuedOptions(places).join('|')}) return ;; # a value: the names of files
  esac
  case "$place" in
${places.map(placeLine).join('\n')}
  esac
  if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -W "$commands" -- "$current")); fi
}
complete -o bashdefault -o default -F _casparian casparian
`;
}

function choiceLines({ path, options }: Place): string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(
      ({ word, choices }) =>
        `    '${path} ${word}') COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return ;;`,
    );
}

function placeLine({ path, commands, options, choices }: Place): string {
  const words = [...commands.map(({ word }) => word), ...choices].join(' ');
  return `    '${path}') commands='${words}' options='${options.map(({ word }) => word).join(' ')}' ;;`;
}
