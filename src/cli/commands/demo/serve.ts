import { spawn } from 'node:child_process';
import { serveDemo } from '../../../app/index.js';
import { shellWord } from '../../../platform/index.js';
import type { Output } from '../../output/output.js';

type Request = Parameters<typeof serveDemo>[0];
type Given = Omit<Request, 'onStarted' | 'onStep' | 'onProblem' | 'onFilled'>;

/** Serves the dashboard of the demo until Ctrl-C, and shows what is added to it. */
export async function showServedDemo(request: Given, output: Output): Promise<void> {
  const say = (text: string): void => {
    if (!output.asJson) output.print(text);
  };
  const folder = await serveDemo({
    ...request,
    onStarted: ({ url, token_url: tokenUrl }) => {
      say(`The dashboard is on ${url}`);
      say(`Open in a browser, once: ${tokenUrl ?? url}\n`);
      if (!output.asJson && process.stdout.isTTY) openInBrowser(tokenUrl ?? url);
    },
    onStep: (title) => say(`  ${title}`),
    onProblem: (text) => output.message(text),
    onFilled: (started, place) => {
      if (output.asJson) return output.jsonLine({ ...started, folder: place });
      say('\nEverything is there, and files keep arriving. Ctrl-C ends the demo.');
    },
  });
  say(`\nRemove it: rm -r ${shellWord(folder)}`);
}

/** Does nothing on machines without a screen. */
function openInBrowser(url: string): void {
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] !== undefined;
  if (!hasScreen) return;
  const [program, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? [
    'xdg-open',
  ];
  // Without a browser, the URL is on the screen.
  spawn(program ?? '', [...args, url], { detached: true, stdio: 'ignore' }).on('error', () => undefined);
}
