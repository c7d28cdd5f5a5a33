import { execFileSync } from 'node:child_process';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Kills the test processes of this process and their children. SIGKILL, because an endless loop handles no other signal. */
export function killWorkers(): void {
  const processes = runningProcesses();
  const workers = processes.filter(
    ({ parent, command }) => parent === process.pid && command.includes('/workers/forks'),
  );
  for (const { pid } of workers.flatMap((worker) => [worker, ...descendants(worker, processes)])) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
}

function descendants({ pid }: RunningProcess, processes: readonly RunningProcess[]): RunningProcess[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendants(child, processes)]);
}

function runningProcesses(): RunningProcess[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return [...list.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
}
