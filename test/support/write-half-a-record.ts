import { appendFileSync, writeSync } from 'node:fs';

import { lockFile } from '../../src/adapters/journal/file-lock.ts';

/** Program of a test: adds half a record to the ledger of stages named on its command line, and stays there until it is killed. */
const [, , path = ''] = process.argv;
const lock = lockFile(`${path}.lock`);
appendFileSync(path, '{"kind":"lowered","date":"2026-11-02"');
writeSync(1, 'half\n');
// Referenced for as long as the process lives: a lock that nothing refers to may be collected, and so released.
setInterval(() => lock.isOpen, 1_000);
