#!/usr/bin/env node
// Prepares a clone: installs its packages and, with --services, what only the tests need: RabbitMQ, PgBouncer, zbarimg, pdftotext, Chromium,
// Python environments, uv, ruff, schemathesis, a validator of OpenAPI documents and an S3 server. With --versitygw, also compiles a second
// S3 server for test:chaos.
// Runs before any package is installed, so it imports only Node's own modules.
import { checkNodeVersion } from './setup/node-version.mjs';
import { installChromium } from './setup/chromium.mjs';
import { installPgbouncer } from './setup/pgbouncer.mjs';
import { installPackages } from './setup/packages.mjs';
import { installPythonEnvironments } from './setup/python.mjs';
import { installPoppler } from './setup/poppler.mjs';
import { installRabbitmq } from './setup/rabbitmq.mjs';
import { installPythonTools } from './setup/python-tools.mjs';
import { installHttpfs } from './setup/httpfs.mjs';
import { installVersitygw } from './setup/versitygw.mjs';
import { installZbar } from './setup/zbar.mjs';
import { withSetupLock } from './setup/lock.mjs';
import { SetupError } from './setup/error.mjs';

try {
  checkNodeVersion();
  await withSetupLock(async () => {
    await installPackages();
    if (process.argv.includes('--services')) await installServices();
    if (process.argv.includes('--versitygw')) await installVersitygw();
  });
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\nset-up: ${error.message}`);
  process.exitCode = 1;
}

/** Packages of Debian and of Python at the same time: they come from different servers, and apt allows one installation at a time. */
async function installServices() {
  await Promise.all([installDebianPackages(), installPythonPackages()]);
}

async function installDebianPackages() {
  await installRabbitmq();
  await installPgbouncer();
  await installZbar();
  await installPoppler();
  await installChromium();
}

async function installPythonPackages() {
  // First, because uv makes the environments faster than pip does.
  await installPythonTools();
  await installPythonEnvironments();
  await installHttpfs();
}
