import { CasparianError } from '../../platform/index.js';
import { excerptBytes } from '../disclosure/excerpt.js';
import type { Signer } from '../signing/signer.js';
import { passportCredential } from './credential.js';
import { batteryPassJson, catenaXJson } from './data-models.js';
import type { PassportView } from './passport-view.js';
import { passportXml } from './passport-xml.js';
import { shellJson, shellPackage } from './shell.js';
import { passportPdf } from './pdf/passport-pdf.js';

interface ExportFormat {
  readonly mimeType: string;
  readonly extension: string;
  /** `signer` has the key that signed the passport. */
  readonly make: (view: PassportView, signer: () => Promise<Signer>) => Promise<Buffer>;
}

/** The formats that show an audience what it may see. */
export const EXPORT_FORMATS: Readonly<Record<string, ExportFormat>> = {
  pdf: { mimeType: 'application/pdf', extension: 'pdf', make: passportPdf },
  vc: {
    mimeType: 'application/vc',
    extension: 'vc.json',
    make: async (view, signer) => passportCredential(view, await signer()),
  },
  xml: { mimeType: 'application/xml', extension: 'xml', make: (view) => Promise.resolve(passportXml(view)) },
  batterypass: {
    ...{ mimeType: 'application/json', extension: 'batterypass.json' },
    make: (view) => Promise.resolve(batteryPassJson(view)),
  },
  catenax: {
    ...{ mimeType: 'application/json', extension: 'catenax.json' },
    make: (view) => Promise.resolve(catenaXJson(view)),
  },
  aas: {
    ...{ mimeType: 'application/json', extension: 'aas.json' },
    make: (view) => Promise.resolve(shellJson(view)),
  },
  aasx: {
    ...{ mimeType: 'application/asset-administration-shell-package', extension: 'aasx' },
    make: (view) => Promise.resolve(shellPackage(view)),
  },
  excerpt: {
    ...{ mimeType: 'application/json', extension: 'excerpt.json' },
    make: (view) => Promise.resolve(excerptBytes(view.excerpt)),
  },
};

export function requireExportFormat(name: string): string {
  const format = name.toLowerCase();
  if (Object.hasOwn(EXPORT_FORMATS, format)) return format;
  throw new CasparianError('VALIDATION_ERROR', `'${name}' is not a format of exports`, {
    why: `The formats are ${Object.keys(EXPORT_FORMATS).join(', ')}.`,
  });
}
