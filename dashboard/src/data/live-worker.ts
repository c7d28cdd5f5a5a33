import { followChanges, type Following, type FromWorker, type ToWorker } from './live-stream.js';

/** Runs in a SharedWorker: one connection for all tabs. */
const ports = new Set<MessagePort>();
let following: Following | undefined;
let lastState: FromWorker | undefined;

const shared = self as unknown as { onconnect: (event: MessageEvent) => void };

shared.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => receive(port, data);
};

function receive(port: MessagePort, message: ToWorker): void {
  if (message.kind === 'end') ports.delete(port);
  if (message.kind === 'begin') {
    ports.add(port);
    if (following === undefined) following = followChanges(message.url, tellAll);
    // A tab that was just signed in: the connection of before was refused.
    else if (lastState?.kind === 'state' && lastState.state.status === 'refused')
      following.receive({ kind: 'reconnect' });
    else if (lastState !== undefined) port.postMessage(lastState);
  }
  if (message.kind === 'reconnect') following?.receive(message);
  if (ports.size === 0) {
    following?.stop();
    [following, lastState] = [undefined, undefined];
  }
}

function tellAll(message: FromWorker): void {
  if (message.kind === 'state') lastState = message;
  for (const port of ports) port.postMessage(message);
}
