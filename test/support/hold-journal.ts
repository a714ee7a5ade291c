import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';

/**
 * Program of a test: opens the journal named on its command line, then appends for ever and says after each append how
 * many entries are durable. It ends when it is killed.
 */
const [, , path = ''] = process.argv;
const journal = openJournal({ path, account: 'main', mode: 'paper' });
if (!journal.ok) {
  process.stdout.write(`${journal.error.kind}\n`);
} else {
  for (let count = 1; ; count += 1) {
    const atMs = Date.UTC(2026, 10, 23, 5) + count;
    const appended = journal.value.append([{ kind: 'event', atMs, event: count }]);
    process.stdout.write(`${appended.ok ? String(count) : appended.error.kind}\n`);
  }
}
