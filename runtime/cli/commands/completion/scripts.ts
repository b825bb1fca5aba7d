/** One script per shell. Each hands the words typed so far, the unfinished one last, to
 *  `drover __complete` and offers the lines that come back: a value, or a value, a tab and a
 *  description. What can be completed is decided there, so the scripts never go stale. */
import type { Shell } from "./shells.ts";

const BASH = String.raw`# bash completion for drover; load with: eval "$(drover completion bash)"
_drover() {
  local value
  COMPREPLY=()
  while IFS=$'\t' read -r value _; do
    [[ -n $value ]] && COMPREPLY+=("$(printf '%q' "$value")")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _drover drover
`;

const ZSH = String.raw`#compdef drover
# zsh completion for drover; save as _drover in a folder of $fpath
_drover() {
  local line value
  local -a described folders
  for line in "\${(@f)$(drover __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    value=\${line%%$'\t'*}
    if [[ $value == */ ]]; then
      folders+=("$value")
    elif [[ $line == *$'\t'* ]]; then
      described+=("\${value//:/\\:}:\${line#*$'\t'}")
    else
      described+=("\${value//:/\\:}")
    fi
  done
  (( $#folders )) && compadd -S '' -- $folders
  (( $#described )) && _describe 'drover' described
}
if [[ $funcstack[1] == _drover ]]; then
  _drover "$@"
else
  compdef _drover drover
fi
`;

const FISH = `# fish completion for drover; save as ~/.config/fish/completions/drover.fish
function __drover_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    drover __complete $words[2..-1] "$current" 2>/dev/null
end
complete -c drover -f -a '(__drover_complete)'
`;

const PWSH = String.raw`# PowerShell 7.3+ completion for drover; add to $PROFILE:
#   drover completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName drover -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
  & drover __complete @words "$wordToComplete" 2>$null | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    $shown = if ($description) { $description } else { $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $shown)
  }
}
`;

/** `String.raw` keeps the backslash that shields a `$` or a backtick from TypeScript. */
const unshielded = (script: string): string => script.replaceAll(/\\([$`])/g, "$1");

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: unshielded(BASH),
  zsh: unshielded(ZSH),
  fish: unshielded(FISH),
  pwsh: unshielded(PWSH),
};
