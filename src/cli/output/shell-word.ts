export { shellLine, shellWord } from '../../platform/index.js';
