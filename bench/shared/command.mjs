// The command line of every benchmark: usage, --help, --list, Ctrl-C, and a warning on a busy machine.

const QUIET_LOAD = 0.5;

export const log = (line) => process.stderr.write(`${line}\n`);

/** Returns the exit code, which is that of `benchmark(options, signal)` if it runs. */
export async function runCommand(argv, { readOptions, usage, listing, benchmark }) {
  let options;
  try {
    options = readOptions(argv);
  } catch (error) {
    log(`${error.message}\n\n${usage}`);
    return 2;
  }
  if (options.help) return print(usage);
  if (options.list) return print(listing());

  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupt.abort());
  try {
    return await benchmark(options, interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    log('interrupted: nothing was written');
    return 130;
  }
}

export function print(text) {
  process.stdout.write(`${text}\n`);
  return 0;
}

export function warnIfBusy({ loadAverage }) {
  if (loadAverage > QUIET_LOAD) log(`\n*** the machine is busy (load ${loadAverage.toFixed(2)}): expect noise ***\n`);
}
