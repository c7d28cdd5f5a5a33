import { join } from 'node:path';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { describeBundle } from '../../../src/pipeline/registry/describe/describe-bundle.js';
import { pythonWith } from '../../parse/python-environments.js';
import { folderWith } from '../bundle/tree.js';

export const PYTHON = pythonWith('bare') ?? 'python3';

export function described(files: Readonly<Record<string, string>>, entry = '') {
  return folderWith(files)
    .then((folder) => packBundle(join(folder, entry)))
    .then((bundle) => describeBundle(bundle, () => Promise.resolve(PYTHON), 'given'));
}
