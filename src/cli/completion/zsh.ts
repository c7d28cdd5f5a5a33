import { type Place, valuedOptions, type Word } from './commands.js';

/** Can be a file in the fpath, or sourced. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef casparian
# Completion of casparian for zsh. Load it: source <(casparian completion zsh)
_casparian() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] place='' i
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      --) _files; return ;;
      ${valuedOptions(places).join('|')}) ((i++)); continue ;;
    esac
    case $place/$words[i] in
      ${places.flatMap(({ path }) => (path === '' ? [] : [path])).join('|')}) place=$place/$words[i] ;;
    esac
  done
  case "$place $previous" in
${places.flatMap(choiceLines).join('\n')}
  esac
  case $previous in
    ${valuedOptions(places).join('|')}) _files; return ;;
  esac
  case $place in
${places.map(placeLine).join('\n')}
  esac
  if [[ $current == -* ]]; then _describe -o option options
  elif (( $#commands )); then _describe command commands
  else _files; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _casparian "$@"
else compdef _casparian casparian; fi
`;
}

function choiceLines({ path, options }: Place): string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(({ word, choices }) => `    '${path} ${word}') compadd -- ${choices.join(' ')}; return ;;`);
}

function placeLine({ path, commands, options, choices }: Place): string {
  const words = [...commands, ...choices.map((word) => ({ word, about: '' }))];
  return `    '${path}')\n      commands=(${words.map(described).join(' ')})\n      options=(${options.map(described).join(' ')}) ;;`;
}

function described({ word, about }: Word): string {
  const text = `${word.replaceAll(':', '\\:')}${about === '' ? '' : `:${about}`}`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
