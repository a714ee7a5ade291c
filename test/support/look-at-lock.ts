import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { lockDirectory } from '../../src/adapters/journal/process-lock.ts';

/** Program of a test: looks whether the journal named on its command line is locked, as slowly as on a busy machine. */
const [, , path = ''] = process.argv;
const database = new DatabaseSync(join(lockDirectory(path), 'lock'), { readOnly: true });
database.exec('BEGIN');
database.prepare('SELECT count(*) FROM sqlite_schema').get();
process.stdout.write('looking\n');
setTimeout(() => {
  database.close();
}, 100);
