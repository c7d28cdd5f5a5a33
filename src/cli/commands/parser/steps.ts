import type { OnStep, RegistrationStep } from '../../../pipeline/index.js';
import { formatBytes } from '../../output/bytes.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';

const SHOWN_PACKAGES = 5;
const SHOWN_FILES = 5;

/** Prints the progress of a registration. */
export function printSteps(output: Output): OnStep {
  return (step) => {
    for (const line of linesOf(step)) output.message(line);
  };
}

function linesOf(step: RegistrationStep): string[] {
  switch (step.kind) {
    case 'bundled':
      return bundled(step.bundle);
    case 'note':
      return [`⚠ ${printable(step.text)}`];
    case 'building':
      return ['✓ Building venv from lockfile...'];
    case 'message':
      return [`  ${printable(step.text)}`];
    case 'environment':
      return [environment(step)];
    case 'loaded':
      return [`✓ Import test: ${printable(step.entrypoint)} loads successfully`];
    case 'sent':
      return ['', 'Uploading to worker for validation...'];
    case 'worker':
      return [`Worker: ${printable(step.text)}`];
  }
}

function bundled({ lockfile, files, skipped }: Extract<RegistrationStep, { kind: 'bundled' }>['bundle']): string[] {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return [
    ...(lockfile === null ? [] : [`✓ Found ${lockfile}`]),
    `✓ Bundled ${files.length} ${files.length === 1 ? 'file' : 'files'} (${formatBytes(bytes)})`,
    ...(skipped.length === 0
      ? []
      : [`  Not bundled (only source files and small tables are): ${few(skipped, SHOWN_FILES)}`]),
  ];
}

function environment({ interpreter, packages }: Extract<RegistrationStep, { kind: 'environment' }>): string {
  if (interpreter.chosenBy !== 'its lockfile') return `✓ Using ${interpreter.path} (${interpreter.chosenBy})`;
  return `✓ Venv created${packages.length === 0 ? '' : ` (${few(packages, SHOWN_PACKAGES)})`}`;
}

function few(names: readonly string[], shown: number): string {
  const more = names.length - shown;
  return printable(`${names.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
}
