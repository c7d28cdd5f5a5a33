import { existsSync } from 'node:fs';
import { installDebianPackage, onPath } from './debian-package.mjs';

/** Installs RabbitMQ for the tests of its trigger. If this fails, these tests are skipped with a warning. */
export async function installRabbitmq() {
  if (onPath('rabbitmq-server') || existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server')) return;
  const obstacle = await installDebianPackage('rabbitmq-server', 'RabbitMQ, about 20 s');
  if (obstacle === undefined) return;
  console.warn(`
  ┌──────────────────────────────────────────────────────────────────────────────┐
  │ RabbitMQ is not installed: the tests of the RabbitMQ trigger will be SKIPPED. │
  └──────────────────────────────────────────────────────────────────────────────┘
  why:  ${obstacle}
  next: install rabbitmq-server (it does not have to run as a service) and run this again.
`);
}
