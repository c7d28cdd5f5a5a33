/** Whose rows a file under the home's `output` folder holds. */
export interface OutputName {
  readonly parser: string;
  readonly output: string;
  readonly jobId: string;
  readonly fence: number;
  readonly format: string;
}

/**
 * Where the rows of a job go, relative to the `output` folder. The fence is in the name: an attempt that was presumed dead
 * never writes where its successor does.
 */
export function outputPath({ parser, output, jobId, fence, format }: OutputName): string {
  return `${parser}/${output}/${jobId}-${fence}.${format}`;
}

const FILE_NAME = /^(?<jobId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(?<fence>\d+)\.(?<format>[a-z]+)$/;

/** The parts of a file's name; undefined for what is none of ours. */
export function parseOutputFileName(fileName: string): Pick<OutputName, 'jobId' | 'fence' | 'format'> | undefined {
  const { jobId, fence, format } = FILE_NAME.exec(fileName)?.groups ?? {};
  if (jobId === undefined || fence === undefined || format === undefined) return undefined;
  return { jobId, fence: Number(fence), format };
}
