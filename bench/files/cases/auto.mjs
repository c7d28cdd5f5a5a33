import { casparian } from '../casparian/command.mjs';
import { fewRows } from '../data/inputs.mjs';

/** Small files without a parser: found, typed and read by the built-in readers. The seconds are those of both commands. */
export const autoCases = [
  {
    id: 'auto-small',
    group: 'auto',
    label: 'casparian scan --auto, then process, SQLite',
    store: 'sqlite',
    measure: (bench) =>
      bench.places.inCopy(
        'auto-small',
        'sqlite',
        () => undefined,
        async (place) => {
          const { folder, files } = fewRows(bench.amounts.csvFiles, bench.log);
          const scan = await casparian(['scan', folder, '--auto'], place, bench.signal);
          const { answer, ...run } = await casparian(['process'], place, bench.signal);
          if (answer.completed !== files) throw new Error(`${answer.completed} of ${files} files were processed`);
          return { ...run, seconds: scan.seconds + run.seconds, scanSeconds: scan.seconds };
        },
      ),
  },
];
