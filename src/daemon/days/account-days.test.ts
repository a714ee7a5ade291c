import { tmpdir } from 'node:os';

import { expect, it } from 'vitest';

import { problem } from '../../base/problem.ts';
import { fail } from '../../base/result.ts';
import { openDayJournal } from '../../day/journal/open-day-journal.ts';
import { instantAt } from '../../model/time/ist.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { AccountBoard, type AccountStanding } from '../account-board.ts';
import { AccountDays } from './account-days.ts';

const [FRIDAY, SUNDAY, MONDAY] = ['2026-11-27', '2026-11-29', '2026-11-30'];

/** Looks at the clock that a process may take; more, and it hangs. */
const LOOKS_MAX = 50;

/** What a process waits for whose clock is a day ahead or more until it has been refused a day once. */
async function waitsAfterClockIsSetBack(
  toMs: number,
): Promise<{ readonly lostDays: number; readonly waiting: readonly AccountStanding[] }> {
  const settings = settingsFromText('mode: paper\n', {
    environment: {},
    workingDirectory: tmpdir(),
    file: null,
    shownFile: 'test',
  });
  const opened = openDayJournal({ path: null, account: 'default', mode: 'paper' });
  if (!settings.ok || !opened.ok) throw new TypeError('No settings or no journal');
  const board = new AccountBoard({ account: 'default', mode: 'paper' });
  const waiting: AccountStanding[] = [];
  const ended = new AbortController();
  let nowMs = instantAt(MONDAY, '09:00');
  let looks = 0;
  board.follow({
    onStanding: (standing) => {
      if (standing.state === 'waiting') waiting.push(standing);
    },
  });
  const days = new AccountDays(
    {
      settings: settings.value,
      configuration: () => fail([problem('half written', {})]),
      load: () => expect.unreachable(),
      journalPath: null,
      board,
      reportText: () => '',
      signal: ended.signal,
    },
    {
      journal: opened.value,
      time: {
        nowMs: () => nowMs,
        passTowards: () => {
          nowMs = toMs;
          looks += 1;
          if (waiting.length > 1 || looks > LOOKS_MAX) ended.abort();
          return Promise.resolve();
        },
        builtIn: null,
        close: () => Promise.resolve(),
      },
    },
  );
  const { lostDays } = await days.run();
  return { lostDays, waiting };
}

it.each([
  { what: 'a weekend', toMs: instantAt(FRIDAY, '07:00'), date: FRIDAY },
  { what: 'a day', toMs: instantAt(SUNDAY, '10:00'), date: MONDAY },
  { what: 'some hours', toMs: instantAt(MONDAY, '06:00'), date: MONDAY },
])('a clock that is set back by $what after a refused day loses none', async ({ toMs, date }) => {
  const { lostDays, waiting } = await waitsAfterClockIsSetBack(toMs);
  expect(waiting.map((standing) => standing.date)).toEqual([MONDAY, date]);
  expect(waiting[1]).toMatchObject({ detail: null });
  expect(lostDays).toBe(0);
});
