/**
 * Variables through which a program that is allowed becomes another: they name where programs, libraries, modules and
 * start-up files are found, or options that do. No such list is ever complete; it has what the common shells, linkers,
 * languages and tools read. `*` at the end is any rest.
 */
const REPLACING = `
  PATH PATHEXT COMSPEC LD_* DYLD_* LIBPATH SHLIB_PATH GCONV_PATH LOCPATH GLIBC_TUNABLES
  ENV BASH_* BASHOPTS SHELLOPTS IFS PS4 PROMPT_COMMAND CDPATH FPATH ZDOTDIR SHELL
  PYTHON* VIRTUAL_ENV CONDA_* PIP_* UV_* PYENV_* POETRY_* COVERAGE_PROCESS_START
  NODE_* NPM_* DENO_* BUN_* NVM_* TS_NODE_* TSX_*
  PERL5* PERLLIB PERL_* RUBY* GEM_* BUNDLE_* RBENV_* LUA_* PHPRC PHP_* R_HOME R_LIBS* R_PROFILE* R_ENVIRON* JULIA_* TCLLIBPATH ERL_* ELIXIR_*
  JAVA_* _JAVA_* JDK_* CLASSPATH MAVEN_* GRADLE_* DOTNET_* COR_* CORECLR_* MONO_*
  GOFLAGS GOPATH GOROOT GOBIN GOENV GOTOOLCHAIN CARGO_* RUSTC* RUSTUP_* MAKEFLAGS MAKEFILES CC CXX
  GIT_* SSH_ASKPASS* SUDO_ASKPASS EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE BROWSER
  OPENSSL_* CURL_HOME WGETRC MISE_* ASDF_* PSMODULEPATH
`;

/** The same, but not when the value is the worker's own. */
const REPLACING_BY_VALUE = 'HOME USERPROFILE APPDATA XDG_*';

const replacing = patternOf(REPLACING);
const replacingByValue = patternOf(REPLACING_BY_VALUE);

/** Case does not count: on Windows it does not, and some tools read npm_config_… and NPM_CONFIG_… alike. */
export function canReplaceProgram(name: string, value: 'given' | 'inherited'): boolean {
  return replacing.test(name) || (value === 'given' && replacingByValue.test(name));
}

function patternOf(names: string): RegExp {
  const alternatives = names
    .trim()
    .split(/\s+/)
    .map((name) => name.replace('*', '.*'));
  return new RegExp(`^(?:${alternatives.join('|')})$`, 'is');
}
