import { describeConformance } from './conformance.js';

describeConformance('PostgreSQL');
