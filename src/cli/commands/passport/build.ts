import { configuredHome } from '../../../app/index.js';
import { join, relative } from 'node:path';
import {
  buildPassport,
  type BuildStep,
  type BuiltPassport,
  type PassportFiles,
  readPassportFolder,
  writePassportFiles,
} from '../../../operations/index.js';
import { builtPassportJson } from '../../../operations/passport/build-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { createProgressLine } from '../../output/progress-line.js';
import { renderProperties } from '../../output/table.js';
import { buildFromFile } from './build-batteries.js';
import { fileName } from './file-name.js';
import { currentKeyId, withPassports } from './passport-scope.js';

export interface BuildOptions extends TenantOptions {
  output?: string;
  activate?: boolean;
  batteries?: string;
}

const STEPS: Readonly<Record<BuildStep, string>> = {
  documents: 'Reading documents',
  rules: 'Testing rules',
  snapshot: 'Sealing facts',
  compile: 'Compiling',
  sign: 'Signing',
  qr: 'Drawing the QR code',
  done: 'Writing files',
};
const ORDER = Object.keys(STEPS) as BuildStep[];

export async function run(invocation: Invocation<BuildOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const folder = await readPassportFolder(args[0] ?? '');
  if (options.batteries !== undefined) return buildFromFile(invocation, folder, options.batteries);
  const line = createProgressLine(output);
  try {
    const { built, files } = await withPassports(invocation, async (scope, settings) => {
      const signingKeyId = await currentKeyId(settings);
      const onStep = (step: BuildStep): void => line.show(STEPS[step], ORDER.indexOf(step) / (ORDER.length - 1));
      const outputs = configuredHome(settings);
      const request = { folder, outputs, signingKeyId, activate: options.activate ?? false, onStep };
      const result = await buildPassport(scope, request);
      const place = options.output ?? join('passports', fileName(folder.sku));
      const written = await writePassportFiles(scope.database, result.version, { folder: place, link: folder.link });
      return { built: result, files: written };
    });
    line.clear();
    if (output.asJson) output.json(builtPassportJson(built, files));
    else printBuilt(output, built, files);
  } finally {
    line.clear();
  }
}

function printBuilt(output: Output, { passport, version, isNew }: BuiltPassport, files: PassportFiles): void {
  const shown = (path: string): string => relative(process.cwd(), path) || path;
  output.print(
    `${output.paint('green', '✓')} ${passport.sku}: ${version.status}${isNew ? '' : ', unchanged since it was built before'}\n`,
  );
  output.print(
    renderProperties([
      ['version', version.id],
      ['payload hash', version.payloadHash],
      ['proof root', version.proofRootHash],
      ['receipt hash', version.receiptHash],
      ['signed with', version.signingKeyId],
      ['bundle', shown(files.bundle)],
      ['QR code', shown(files.qrPng)],
      ...(files.linkPng === undefined ? [] : [['link', shown(files.linkPng)] as const]),
    ]),
  );
  output.message(`\nVerify it: casparian passport verify ${shown(files.bundle)}`);
  if (version.status === 'SIGNED') output.message(`Activate it: casparian passport activate ${passport.sku}`);
}
