import { installDebianPackage, onPath } from './debian-package.mjs';

/** Installs zbarimg, which reads QR codes in tests. If this fails, these tests are skipped with a warning. */
export async function installZbar() {
  if (onPath('zbarimg')) return;
  const obstacle = await installDebianPackage('zbar-tools', 'zbarimg');
  if (obstacle !== undefined)
    console.warn(`set-up: zbarimg is not installed, so QR codes are read by one library only: ${obstacle}`);
}
