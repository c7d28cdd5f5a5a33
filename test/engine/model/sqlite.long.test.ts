import { describeModelCheck } from './model-check.js';

describeModelCheck('SQLite');
