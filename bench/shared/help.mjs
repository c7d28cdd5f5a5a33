/** Prints the usage and ends the program if `--help` was given. Called before anything is prepared or measured. */
export function helpIfAsked(usage) {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
