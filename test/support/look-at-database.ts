import { DatabaseSync } from 'node:sqlite';

/** Program of a test: reads in the database named on its command line for a while, as a command that only looks does. */
const [, , path = ''] = process.argv;
const database = new DatabaseSync(path, { readOnly: true });
database.exec('BEGIN');
database.prepare('SELECT count(*) FROM sqlite_schema').get();
process.stdout.write('looking\n');
setTimeout(() => {
  database.close();
}, 100);
