import { fileURLToPath } from 'node:url';

/** Where `casparian_task.py` lies: in the sources, and in what is built from them. */
export const PYTHON_HELPER = fileURLToPath(new URL('python/casparian_task.py', import.meta.url));
