import { describeReceiver } from './webhook-receiver.js';

// On a new machine, Go first compiles its standard library, which takes a minute of CPU.
describeReceiver('Go', 'go', 'run', 'receiver.go');
