import { type PipelineHome, pipelineHome } from '../../pipeline/index.js';
import type { Settings } from '../../settings/index.js';

type HomeSettings = Pick<Settings, 'home' | 'output' | 's3_endpoint' | 's3_region' | 's3_path_style' | 'spool_bytes'>;

/** The paths of the home, and the buckets of its inputs and outputs. */
export function configuredHome(settings: HomeSettings): PipelineHome {
  const { home, output, s3_endpoint: endpoint, s3_region: region, s3_path_style: pathStyle } = settings;
  return pipelineHome(home, { output, s3: { endpoint, region, pathStyle }, spoolBytes: settings.spool_bytes });
}
