import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportPassportVersion, passportVersionNamed } from '../../../operations/index.js';
import { EXPORT_FORMATS, requireAudience, requireExportFormat } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { fileName } from './file-name.js';
import { withPassports } from './passport-scope.js';

export interface ExportCommandOptions extends TenantOptions {
  format: string;
  audience: string;
  out?: string;
}

export async function run(invocation: Invocation<ExportCommandOptions>): Promise<void> {
  const { args, options, output } = invocation;
  // A shell is JSON or a package; the name of the file says which.
  const isPackage = options.format === 'aas' && options.out?.endsWith('.aasx') === true;
  const format = requireExportFormat(isPackage ? 'aasx' : options.format);
  const audience = requireAudience(options.audience);
  const { record, content, sku } = await withPassports(invocation, async (scope) => {
    const version = await passportVersionNamed(scope.database, args[0] ?? '');
    return { sku: version.sku, ...(await exportPassportVersion(scope, { version: version.id, format, audience })) };
  });
  const path = options.out ?? `${fileName(sku)}.${EXPORT_FORMATS[format]?.extension ?? format}`;
  try {
    await writeFile(path, content);
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
  if (output.asJson) output.json({ format, audience, path: resolve(path), sha256: record.sha256 });
  else {
    output.print(`${output.paint('green', '✓')} ${path}`);
    output.print(`  for ${audience.replaceAll('_', ' ')}, ${content.length} bytes, sha256 ${record.sha256}`);
  }
}
