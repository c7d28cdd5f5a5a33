import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { removeTree, removeTreeSync } from '../../src/process/remove-tree.js';
import { asUser, USERS } from '../bridge/sandbox/users.js';
import { bundled } from '../services/bundled.js';
import { fixturePath } from './programs.js';

function place(): { outer: string; tree: string } {
  const outer = mkdtempSync(join(tmpdir(), 'remove-tree-'));
  onTestFinished(() => removeTreeSync(outer));
  const tree = join(outer, 'tree');
  mkdirSync(tree);
  return { outer, tree };
}

describe.runIf(process.platform === 'linux')('a folder of an untrusted program is removed', () => {
  test.each([
    ['at once', (path: string) => Promise.resolve(removeTreeSync(path))],
    ['in steps', removeTree],
  ])('with files, folders, links and any names, %s', async (_, remove) => {
    const { outer, tree } = place();
    mkdirSync(join(tree, 'a', 'b', 'c'), { recursive: true });
    for (let number = 0; number < 1_200; number++) writeFileSync(join(tree, 'a', 'b', `${number}`), '');
    writeFileSync(Buffer.concat([Buffer.from(`${tree}/a/`), Buffer.from([0xff, 0x80])]), '');
    mkdirSync(join(outer, 'kept'));
    writeFileSync(join(outer, 'kept', 'file'), '');
    symlinkSync(join(outer, 'kept'), join(tree, 'a', 'link'));
    symlinkSync('nowhere', join(tree, 'broken'));
    await remove(tree);
    expect(readdirSync(outer)).toEqual(['kept']);
    expect(readdirSync(join(outer, 'kept'))).toEqual(['file']);
  });

  test('that is deeper than a path can be long', async () => {
    const { outer, tree } = place();
    const deep = `import os\nos.chdir(${JSON.stringify(tree)})\nfor _ in range(300):\n    os.mkdir('x' * 200)\n    os.chdir('x' * 200)\n`;
    execFileSync('python3', ['-c', deep]);
    await removeTree(tree);
    expect(readdirSync(outer)).toEqual([]);
  });

  test.each(USERS)('whose folders have no permissions, as $user', async ({ uid }) => {
    const { outer, tree } = place();
    execFileSync('chmod', ['-R', '777', outer]);
    const run = (...command: string[]): void => {
      const [program = '', ...args] = asUser(uid, command);
      execFileSync(program, args);
    };
    run('sh', '-c', 'cd "$1" && mkdir -p a/b && touch a/b/c && chmod 0 a/b a', 'sh', tree);
    run(process.execPath, await bundled(fixturePath('removes-a-tree.ts')), join(tree, 'a'));
    expect(readdirSync(tree)).toEqual([]);
  });

  test('and nothing else, while a program exchanges folders for links', async () => {
    const { outer, tree } = place();
    const kept = join(outer, 'kept');
    mkdirSync(kept);
    for (let number = 0; number < 200; number++) writeFileSync(join(kept, `${number}`), '');
    const exchanger = spawn('python3', ['-c', EXCHANGE, tree, kept]);
    onTestFinished(() => void exchanger.kill('SIGKILL'));
    await once(exchanger.stdout, 'data');
    for (let round = 0; round < 30; round++) await removeTree(join(tree, `${round}`));
    expect(readdirSync(kept)).toHaveLength(200);
  });

  test('that does not exist', async () => {
    const { tree } = place();
    rmSync(tree, { recursive: true });
    await removeTree(tree);
    expect(existsSync(tree)).toBe(false);
  });
});

/** In each folder, exchanges a folder for a link to another one, again and again. `rm` of Node empties that one. */
const EXCHANGE = `
import ctypes, os, sys
tree, kept = sys.argv[1:]
libc = ctypes.CDLL(None)
folders = []
for number in range(30):
    folder = f'{tree}/{number}'
    os.makedirs(folder + '/inner/deep')
    os.symlink(kept, folder + '/link')
    for name in range(50):
        open(f'{folder}/inner/{name}', 'w').close()
    folders.append(os.open(folder, os.O_RDONLY))
print('ready', flush=True)
while True:
    for folder in folders:
        libc.renameat2(folder, b'inner', folder, b'link', 2)
`;
