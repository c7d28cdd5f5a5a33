import { Command } from 'commander';
import { declareBackfill } from './commands/backfill.js';
import { declareCollect } from './commands/collect.js';
import { declareCompletion } from './commands/completion.js';
import { declareConfig } from './commands/config.js';
import { declareDatasets } from './commands/datasets.js';
import { declareDb } from './commands/db.js';
import { declareDemo } from './commands/demo.js';
import { declareDoctor } from './commands/doctor.js';
import { declareEnqueue } from './commands/enqueue.js';
import { declareEnv } from './commands/env.js';
import { declareEvents } from './commands/events.js';
import { declareExplain } from './commands/explain.js';
import { declareExtensions } from './commands/extensions.js';
import { declareExport } from './commands/export.js';
import { declareFiles } from './commands/files.js';
import { declareInfer } from './commands/infer.js';
import { declareIntake } from './commands/intake.js';
import { declareJob } from './commands/job.js';
import { declareJobs } from './commands/jobs.js';
import { declareKeys } from './commands/keys.js';
import { declareLineage } from './commands/lineage.js';
import { declareLoad } from './commands/load.js';
import { declareMcp } from './commands/mcp.js';
import { declareOutputs } from './commands/outputs.js';
import { declareParser } from './commands/parser.js';
import { declarePassport } from './commands/passport.js';
import { declarePreview } from './commands/preview.js';
import { declarePrices } from './commands/prices.js';
import { declareProcess } from './commands/process.js';
import { declareQuarantine } from './commands/quarantine.js';
import { declareQuery } from './commands/query.js';
import { declareQueue } from './commands/queue.js';
import { declareRun } from './commands/run.js';
import { declareRule } from './commands/rule.js';
import { declareRules } from './commands/rules.js';
import { declareScaffold } from './commands/scaffold.js';
import { declareScan } from './commands/scan.js';
import { declareSchedule } from './commands/schedule.js';
import { declareServe } from './commands/serve.js';
import { declareSource } from './commands/source.js';
import { declareStart } from './commands/start.js';
import { declareTask } from './commands/task.js';
import { declareTriage } from './commands/triage.js';
import { declareValuation } from './commands/valuation.js';
import { declareVendor } from './commands/vendor.js';
import { declareVerify } from './commands/verify.js';
import { declareWebhook } from './commands/webhook.js';
import { declareWorker } from './commands/worker.js';
import { VERSION } from '../platform/index.js';
import { addHelp, formatHelp } from './help/add-help.js';
import { addFirstSteps } from './help/first-steps.js';
import { addSharedOptions } from './options/shared.js';

/** Commands by their names, in the groups of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, (program: Command) => void>>>> = {
  'Files:': { run: declareRun, infer: declareInfer, preview: declarePreview, scaffold: declareScaffold },
  'Parsers and files:': {
    parser: declareParser,
    scan: declareScan,
    files: declareFiles,
    rule: declareRule,
    backfill: declareBackfill,
    outputs: declareOutputs,
    quarantine: declareQuarantine,
  },
  'Datasets:': {
    query: declareQuery,
    datasets: declareDatasets,
    export: declareExport,
    load: declareLoad,
    lineage: declareLineage,
    verify: declareVerify,
  },
  'Tasks:': { task: declareTask },
  'Battery passports:': { passport: declarePassport, rules: declareRules },
  'Prices:': {
    source: declareSource,
    intake: declareIntake,
    collect: declareCollect,
    prices: declarePrices,
    valuation: declareValuation,
  },
  'Jobs:': { jobs: declareJobs, job: declareJob, enqueue: declareEnqueue, triage: declareTriage },
  'Events:': { events: declareEvents, webhook: declareWebhook },
  'Workers and queues:': {
    process: declareProcess,
    start: declareStart,
    worker: declareWorker,
    serve: declareServe,
    mcp: declareMcp,
    queue: declareQueue,
    schedule: declareSchedule,
  },
  'This installation:': {
    demo: declareDemo,
    doctor: declareDoctor,
    db: declareDb,
    config: declareConfig,
    env: declareEnv,
    extensions: declareExtensions,
    keys: declareKeys,
    vendor: declareVendor,
    explain: declareExplain,
    completion: declareCompletion,
  },
};

const COMMANDS: ReadonlySet<string> = new Set(Object.values(GROUPS).flatMap((group) => Object.keys(group)));

export interface Program {
  readonly program: Command;
  /** The help that commander printed on stderr because a subcommand is missing; otherwise empty. */
  readonly helpOnStderr: () => string;
}

/**
 * All commands with their options, without the code that runs them: that is loaded when a command is called. With the name of a command,
 * only that one: to declare all 250 takes 25 ms, a third of what a short command takes besides the start of Node.
 */
export function createProgram(wantedCommand?: string): Program {
  let wanted = '';
  const program = new Command('casparian')
    .description('Turns messy files into clean, typed data, and runs durable jobs on your own database.')
    .version(VERSION, '-V, --version', 'Print the version')
    .configureHelp({ subcommandTerm: (command) => termOf(command), formatHelp })
    .configureOutput({
      // Usage errors are printed in one place, like all others.
      outputError: () => undefined,
      writeErr: (text) => (wanted += text),
    })
    .enablePositionalOptions()
    .exitOverride();
  const isAll = wantedCommand === undefined || !COMMANDS.has(wantedCommand);
  for (const [heading, declarations] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const [name, declare] of Object.entries(declarations)) if (isAll || name === wantedCommand) declare(program);
  }
  for (const command of everyCommand(program)) {
    addSharedOptions(command.helpCommand(false));
    addHelp(command);
  }
  program.addHelpCommand(new Command('help').argument('[command...]').description('Show help for a command'));
  addFirstSteps(program);
  return { program, helpOnStderr: () => wanted.trimEnd() };
}

/** A command in a list, with its arguments. `[options]` is omitted, because all commands have some. */
function termOf(command: Command): string {
  const args = command.registeredArguments.map((arg) => {
    const word = `${arg.name()}${arg.variadic ? '...' : ''}`;
    return arg.required ? ` <${word}>` : ` [${word}]`;
  });
  return `${command.name()}${args.join('')}`;
}

/** A command and all below it. */
export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
