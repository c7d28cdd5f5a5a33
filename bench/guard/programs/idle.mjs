// A process of Node that does nothing, to compare an idle worker with.
setInterval(() => undefined, 60_000);
