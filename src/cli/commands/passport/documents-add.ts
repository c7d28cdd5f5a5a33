import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { addDocumentVersion, mimeTypeOf, type NewDocument } from '../../../operations/index.js';
import { documentKind, documentVersionJson } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { ReportedFailure } from '../../output/failure.js';
import { documentText } from './document-text.js';
import { withPassports } from './passport-scope.js';

export interface AddOptions extends TenantOptions {
  kind: string;
  ref?: string;
  mimeType?: string;
}

export async function run(invocation: Invocation<AddOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [place = ''] = args;
  const kind = documentKind(options.kind);
  const isUrl = /^https?:\/\//i.test(place);
  const name = isUrl ? new URL(place).pathname : place;
  const document: NewDocument = {
    ...{ kind, externalRef: options.ref ?? (isUrl ? place : basename(place)) },
    mimeType: options.mimeType ?? mimeTypeOf(name),
    content: isUrl ? { url: place } : { bytes: await readDocument(place), file: resolve(place) },
  };
  const version = await withPassports(invocation, (scope) => addDocumentVersion(scope, document));
  if (output.asJson) output.json(documentVersionJson(version));
  else output.print(documentText(version));
  if (version.status === 'REJECTED') throw new ReportedFailure(1);
  if (version.status === 'VALIDATED' && !output.asJson)
    output.message(`Use its facts: casparian passport snapshot build --document ${version.id}`);
}

async function readDocument(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
}
