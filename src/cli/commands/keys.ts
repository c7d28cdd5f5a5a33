import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareKeys(program: Command): void {
  const keys = program
    .command('keys')
    .summary('Manage API keys and the key that signs')
    .description('Manages API keys of the HTTP API, and the key that signs passports and tree heads.');
  declareCreateApiKey(keys);
  declareListApiKeys(keys);
  declareRevokeApiKey(keys);
  const signing = keys
    .command('signing')
    .summary('Create, list and rotate the key that signs passports and tree heads')
    .description(
      'One Ed25519 key signs battery passports and the tree heads of the event log. Anyone can verify signatures with its public half.',
    );
  declareCreate(signing);
  declareRotate(signing);
  declareList(signing);
  declareShow(signing);
  examples(keys, [
    ['casparian keys create dashboard --role Reader', 'A key of the HTTP API that only reads'],
    ['casparian keys signing list', 'The keys that sign'],
  ]);
  examples(signing, [
    ['casparian keys signing create --id maker-2027', 'Create the key before the first passport'],
    ['casparian keys signing show > maker.pem', 'The public key, for those who verify'],
  ]);
}

function declareCreateApiKey(keys: Command): void {
  const create = keys
    .command('create')
    .summary('Create an API key')
    .description('Creates a key of the HTTP API and prints it. It is not shown again: only its hash is stored.')
    .argument('<name>', 'Its name in lists and in the event log')
    .requiredOption('--role <role>', 'What it may do: Admin, Operator, ComplianceOfficer, Auditor or Reader')
    .addOption(tenantOption())
    .action(runs(() => import('./keys/create-api-key.js')));
  examples(create, [
    ['casparian keys create ci --role Operator', 'Enqueue jobs, upload files, replay rows'],
    ['casparian keys create acme --role Reader --tenant acme', 'Read the data of one tenant'],
  ]);
}

function declareListApiKeys(keys: Command): void {
  const list = keys
    .command('list')
    .summary('List API keys')
    .description('Lists the API keys of a tenant, oldest first, without the keys themselves.')
    .addOption(tenantOption())
    .action(runs(() => import('./keys/list-api-keys.js')));
  examples(list, [['casparian keys list', 'With role, prefix and state']]);
}

function declareRevokeApiKey(keys: Command): void {
  const revoke = keys
    .command('revoke')
    .summary('Revoke an API key')
    .description('Requests with the key fail from now on; a running server may accept it for one more second.')
    .argument('<key>', 'The name or the id of the key')
    .addOption(tenantOption())
    .action(runs(() => import('./keys/revoke-api-key.js')));
  examples(revoke, [['casparian keys revoke ci', 'Create a new one with the same name afterwards']]);
}

function declareCreate(signing: Command): void {
  const create = signing
    .command('create')
    .summary('Create the key that signs')
    .description(
      'Creates the key in the home. Replaces a development key; any other key must be rotated. The private half is readable by its owner only.',
    )
    .option('--id <id>', 'The name of the key in signatures (default: from the hash of its public half)')
    .action(runs(() => import('./keys/create.js')));
  examples(create, [['casparian keys signing create --id maker-2027', 'With a name']]);
}

function declareRotate(signing: Command): void {
  const rotate = signing
    .command('rotate')
    .summary('Replace the key that signs by a new one')
    .description(
      'Creates a new key that signs from now on. The earlier one stays in the home, for passports that were compiled with it, and ' +
        'its public half stays available for verification.',
    )
    .option('--id <id>', 'The name of the new key')
    .action(runs(() => import('./keys/rotate.js')));
  examples(rotate, [['casparian keys signing rotate --id maker-2028', 'A new key for a new year']]);
}

function declareList(signing: Command): void {
  const list = signing
    .command('list')
    .summary('List the keys that sign or have signed')
    .description('Lists every key that signs or has signed here, oldest first.')
    .action(runs(() => import('./keys/list.js')));
  examples(list, [["casparian keys signing list --json | jq -r '.[].public_key'", 'All public keys']]);
}

function declareShow(signing: Command): void {
  const show = signing
    .command('show')
    .summary('Print a public key as PEM')
    .description('Prints the public half of a key as PEM. Publish it, so that others can verify who signed.')
    .argument('[id]', 'The id of the key (default: the one that signs now)')
    .action(runs(() => import('./keys/show.js')));
  examples(show, [
    ['casparian keys signing show > maker.pem', 'The key that signs now'],
    ['casparian passport verify battery.bundle.json --public-key maker.pem', 'How others use it'],
  ]);
}
