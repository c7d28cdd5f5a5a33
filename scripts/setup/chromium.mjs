import { installDebianPackage, onPath } from './debian-package.mjs';

/** Installs Chromium, in which the dashboard is tested. If this fails, these tests are skipped with a warning. */
export async function installChromium() {
  if (['chromium', 'chromium-browser', 'google-chrome'].some(onPath)) return;
  const obstacle = await installDebianPackage('chromium', 'Chromium');
  if (obstacle !== undefined)
    console.warn(`set-up: Chromium is not installed, so the dashboard is not tested in a browser: ${obstacle}`);
}
