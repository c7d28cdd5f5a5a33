import { describeReceiver } from './webhook-receiver.js';

describeReceiver('Python', 'python3', 'receiver.py');
describeReceiver('Node', 'node', 'receiver.mjs');
