import { writeFile } from 'node:fs/promises';
import { completeVersion, linkText, passportVersionNamed } from '../../../operations/index.js';
import { type QrCode, qrCode, qrPng, qrSvg } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withPassports } from './passport-scope.js';

export interface QrOptions extends TenantOptions {
  output?: string;
  link?: string;
  gtin?: string;
  serial?: string;
}

export async function run(invocation: Invocation<QrOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const { link: resolver, gtin, serial } = options;
  if ((gtin ?? serial) !== undefined && (gtin === undefined || serial === undefined || resolver === undefined)) {
    throw new CasparianError('OPTION_INVALID', 'A GS1 Digital Link needs --link, --gtin and --serial');
  }
  const version = await withPassports(invocation, async (scope) => {
    const found = await passportVersionNamed(scope.database, args[0] ?? '');
    return found.qrPayload === null ? completeVersion(scope, found) : found;
  });
  const text = resolver === undefined ? (version.qrPayload ?? '') : linkText(version, { resolver, gtin, serial });
  // The image of the same text always has the same bytes.
  if (options.output !== undefined) await writeImage(options.output, qrCode(text));
  if (output.asJson) {
    return output.json({ passport_version_id: version.id, qr_payload: text, qr_png: options.output ?? null });
  }
  output.print(text);
}

async function writeImage(path: string, code: QrCode): Promise<void> {
  try {
    await writeFile(path, path.toLowerCase().endsWith('.svg') ? qrSvg(code) : qrPng(code));
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}
