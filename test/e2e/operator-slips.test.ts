import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: {}}`] });
const slip = join(dirname(rehearsal.journal), 'rehearsl', 'x.journal');

beforeAll(() => {
  mkdirSync(dirname(rehearsal.journal), { recursive: true });
  const journal = openJournal({ path: rehearsal.journal, account: 'rehearsal', mode: 'live' });
  if (journal.ok) journal.value.close();
});
afterAll(async () => {
  await rehearsal.close();
});

test.each([['status'], ['halt', '--reason', 'x'], ['flatten', '--reason', 'x']])(
  '%s of a journal that is not there is refused, and nothing is made',
  async (...args) => {
    const ended = await rehearsal.run(...args, '--journal', slip);
    expect(ended).toMatchObject({ code: EXIT_CODES.configuration });
    expect(ended.err).toContain('no such journal');
    expect(existsSync(dirname(slip))).toBe(false);
  },
);

test('a journal of another name shows those beside it', async () => {
  const near = `${rehearsal.journal.slice(0, -'.journal'.length)}l.journal`;
  const ended = await rehearsal.run('halt', '--reason', 'x', '--journal', near);
  expect(ended).toMatchObject({ code: EXIT_CODES.configuration });
  expect(ended.err).toContain(rehearsal.journal);
  expect(existsSync(`${near}.control`)).toBe(false);
});

test('a request that is kept says for which journal, and status shows it until it is done', async () => {
  const ended = await rehearsal.operate('halt', '--reason', 'x');
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.out).toContain(rehearsal.journal);
  const status = await rehearsal.operate('status');
  expect(status.out).toContain(
    'asked, not done before the next start, then first of all: halt (halted): x',
  );
  const json = await rehearsal.operate('status', '--json');
  expect(JSON.parse(json.out)).toMatchObject({
    waitingRequests: [{ action: 'halt', state: 'halted', reason: 'x' }],
  });
});
