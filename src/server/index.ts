export { openServer } from './open-server.js';
export type { ServerOptions } from './open-server.js';
export type { ServedRequest } from './create-app.js';
