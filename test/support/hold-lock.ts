import { lockProcess } from '../../src/adapters/journal/process-lock.ts';

/** Program of a test: takes the lock of the journal named on its command line and holds it until it is killed. */
const [, , path = ''] = process.argv;
const lock = lockProcess(path, process.pid);
process.stdout.write(lock.ok ? 'held\n' : `${lock.error.kind}\n`);
// Referenced for as long as the process lives: a lock that nothing refers to may be collected, and so released.
setInterval(() => lock.ok, 1_000);
