import type { Command } from 'commander';
import { examples } from '../../examples.js';
import { runs } from '../../invocation.js';
import { addLimit } from '../../options/limit.js';
import { tenantOption } from '../../options/tenant.js';

export function declareProduct(passport: Command): void {
  const product = passport
    .command('product')
    .summary('Add and list battery products')
    .description('A product is a type of battery that is sold under one SKU. It has one passport, in versions.');
  const add = product
    .command('add')
    .summary('Add a product')
    .description('Adds a product and its passport. The same SKU and name again change nothing.')
    .argument('<sku>', 'The SKU, without a colon')
    .argument('<name>', 'The name, which is part of every passport')
    .addOption(tenantOption())
    .action(runs(() => import('./product-add.js')));
  const list = product
    .command('list')
    .summary('List the products')
    .description('Lists the products of a tenant, oldest first.')
    .addOption(tenantOption())
    .action(runs(() => import('./product-list.js')));
  addLimit(list);
  examples(add, [["casparian passport product add LMT-36 'E-bike battery 36 V'", 'A new product']]);
  examples(list, [['casparian passport product list', 'SKUs and names']]);
  examples(product, [['casparian passport product list', 'SKUs and names']]);
}

export function declareDocuments(passport: Command): void {
  const documents = passport
    .command('documents')
    .summary('Add and inspect documents')
    .description('Facts are read from documents: bills of materials, footprint studies and due-diligence reports.');
  const add = documents
    .command('add')
    .summary('Upload a document and read its facts')
    .description(
      'Uploads a file, or has a worker fetch an http(s) URL, and reads its facts. The same content again is not stored twice. Exits with ' +
        '1 if the document is rejected, with every reason and its place.',
    )
    .argument('<file>', 'A file, or an http(s) URL')
    .requiredOption('--kind <kind>', 'BOM, PCF, DUE_DILIGENCE (or DD), BATTERY_DATA, or OTHER')
    .option(
      '--ref <name>',
      'Your name for the document; another upload with it is its next version (default: the file name)',
    )
    .option('--mime-type <type>', 'The type of the content (default: from the file name)')
    .addOption(tenantOption())
    .action(runs(() => import('./documents-add.js'), { ownsSignals: true }));
  const list = documents
    .command('list')
    .summary('List the versions of documents')
    .description('Lists the versions of documents, oldest first.')
    .addOption(tenantOption())
    .action(runs(() => import('./documents-list.js')));
  addLimit(list);
  const show = documents
    .command('show')
    .summary('Show a document version, its facts, or why it was rejected')
    .description('Shows one version of a document, with its facts or the reasons of its rejection.')
    .argument('<id>', 'The id of the version, or a unique part of it')
    .option('--content', 'Print the content instead')
    .addOption(tenantOption())
    .action(runs(() => import('./documents-show.js')));
  examples(add, [['casparian passport documents add bom.json --kind BOM', 'A bill of materials']]);
  examples(list, [['casparian passport documents list', 'All uploads']]);
  examples(show, [['casparian passport documents show 4f2a', 'By the end of its id']]);
  examples(documents, [['casparian passport documents add bom.json --kind BOM', 'A bill of materials']]);
}

export function declareFacts(passport: Command): void {
  const facts = passport
    .command('facts')
    .summary('List facts, and make them from datasets')
    .description('Facts are what documents and datasets say about a battery. Rules compute fields from them.');
  const list = facts
    .command('list')
    .summary('List facts')
    .description('Lists facts, oldest first.')
    .option('--type <type>', 'Only facts of this type')
    .option('--key <prefix>', 'Only facts whose key begins with this')
    .option('--document <id>', 'Only facts of this document version')
    .option('--snapshot <id>', 'Only facts of this snapshot')
    .addOption(tenantOption())
    .action(runs(() => import('./facts-list.js')));
  addLimit(list);
  const map = facts
    .command('map')
    .summary('Make facts from the rows of a dataset')
    .description(
      'Makes one fact from each row of a dataset, as a mapping says. Each fact keeps its file, row and job, so that a field of a passport ' +
        'can be traced back to the row of a workbook.',
    )
    .argument('<mapping>', 'The mapping, a TOML file')
    .addOption(tenantOption())
    .action(runs(() => import('./facts-map.js')));
  examples(list, [['casparian passport facts list --type Battery', 'All batteries']]);
  examples(map, [['casparian passport facts map cells.mapping.toml', 'Facts from a workbook that was scanned before']]);
  examples(facts, [['casparian passport facts list --type Battery', 'All batteries']]);
}
