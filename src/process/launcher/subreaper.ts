import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The variable that tells the launcher which process adopts orphans. */
export const ADOPTER_VARIABLE = 'CASPARIAN_ADOPTER';

/**
 * Becomes the parent of orphans (PR_SET_CHILD_SUBREAPER), starts the program of the arguments, and waits for all its
 * children: Node would leave orphans that have ended as zombies. The program ends with it, and it ends with the program,
 * after it has killed the orphans that are left. Without ctypes it only becomes the program.
 */
const SCRIPT = `import os, signal, sys
command = sys.argv[1:]
try:
    import ctypes
    prctl = ctypes.CDLL(None).prctl
except Exception:
    os.execv(command[0], command)
prctl(36, 1, 0, 0, 0)
adopter = os.getpid()
pid = os.fork()
if pid == 0:
    prctl(1, signal.SIGKILL, 0, 0, 0)
    if os.getppid() == adopter:
        os.execve(command[0], command, {**os.environ, '${ADOPTER_VARIABLE}': str(adopter)})
    os._exit(1)
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
os.closerange(3, 64)
while os.wait()[0] != pid:
    pass
try:
    with open(f'/proc/self/task/{adopter}/children') as file:
        for orphan in file.read().split():
            os.kill(int(orphan), signal.SIGKILL)
except OSError:
    pass
os._exit(0)`;

/**
 * A command line after which a process adopts all descendants that lose their parent. Node cannot ask the kernel for
 * this, so Python does, and starts the program. The command itself where there is no Linux or no Python.
 */
export function adoptingOrphans(command: readonly [string, readonly string[]]): [string, string[]] {
  const python = process.platform === 'linux' ? findPython() : undefined;
  const [program, args] = command;
  return python === undefined ? [program, [...args]] : [python, ['-I', '-S', '-c', SCRIPT, program, ...args]];
}

function findPython(): string | undefined {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, 'python3'))
    .find(isBinary);
}

/** Not a script that looks for a Python, as those of pyenv: it needs an environment that the launcher does not have. */
function isBinary(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(4);
      readSync(file, start, 0, 4, 0);
      return start.equals(Buffer.from('\x7fELF', 'latin1'));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
