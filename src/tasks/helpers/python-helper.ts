import { fileURLToPath } from 'node:url';

/** The path of `casparian_task.py`, in the sources and in the build. */
export const PYTHON_HELPER = fileURLToPath(new URL('python/casparian_task.py', import.meta.url));
