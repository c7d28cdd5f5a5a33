import { casparianVersion } from '../../shared/casparian-version.mjs';
import { describePython } from '../setup/python.mjs';

/** The versions of everything that took part. */
export function describeVersions(python) {
  return { casparian: casparianVersion(), node: process.version, ...describePython(python) };
}
