// Thousands of statements with a round trip each. The same commands run on SQLite in test/engine/model.
import { describeModelCheck } from '../engine/model/model-check.js';

describeModelCheck('PostgreSQL');
