import { describeConformance } from './conformance.js';

describeConformance('SQLite');
