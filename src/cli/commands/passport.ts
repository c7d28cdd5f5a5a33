import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declarePassport(program: Command): void {
  const passport = program
    .command('passport')
    .summary('Verify battery passports')
    .description(
      'A battery passport is a signed record of a battery, computed from facts by rules, that anyone can verify.',
    );
  declareVerify(passport);
  examples(passport, [['casparian passport verify battery.bundle.json', 'Check a passport that somebody gave you']]);
}

function declareVerify(passport: Command): void {
  const verify = passport
    .command('verify')
    .summary('Check a passport from its bundle, without a database')
    .description(
      'Computes everything again that is in the bundle of a passport: facts, snapshot, rules, proof, payload, receipt, signature ' +
        'and QR code. Needs no database and no network. Exits with 1 if a check fails.',
    )
    .argument('<file>', 'The bundle')
    .option('--public-key <key>', 'The key that the maker published: base64, or a file (PEM)')
    .action(runs(() => import('./passport/verify.js')));
  examples(verify, [
    ['casparian passport verify battery.bundle.json', 'Whether it is intact'],
    ['casparian passport verify battery.bundle.json --public-key maker.pem', 'And whether it comes from the maker'],
    [
      "casparian passport verify battery.bundle.json --json | jq '.checks[] | select(.ok | not)'",
      'For a script: what failed',
    ],
  ]);
}
