import { installDebianPackage, onPath } from './debian-package.mjs';

/** Installs pdftotext, which reads PDFs in tests. If this fails, these tests are skipped with a warning. */
export async function installPoppler() {
  if (onPath('pdftotext')) return;
  const obstacle = await installDebianPackage('poppler-utils', 'pdftotext');
  if (obstacle !== undefined)
    console.warn(`set-up: pdftotext is not installed, so the text of PDFs is not read: ${obstacle}`);
}
