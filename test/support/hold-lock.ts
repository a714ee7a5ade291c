import { lockProcess } from '../../src/adapters/journal/process-lock.ts';

/** Program of a test: takes the lock of the journal named on its command line and holds it until it is killed. */
const [, , path = ''] = process.argv;
const lock = lockProcess(path, process.pid);
process.stdout.write(lock.ok ? 'held\n' : `${lock.error.kind}\n`);
setInterval(() => undefined, 1_000);
