import { tmpdir } from 'node:os';

import { expect, it } from 'vitest';

import { ConfigurationError, problem } from '../../base/problem.ts';
import { seededRandom } from '../../base/random.ts';
import { ok } from '../../base/result.ts';
import { openDayJournal } from '../../day/journal/open-day-journal.ts';
import { type IstDate, instantAt, istDate, MINUTE_MS } from '../../model/time/ist.ts';
import { type ToldNotice } from '../../notices/told-notice.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { AccountBoard } from '../account-board.ts';
import { AccountDays } from './account-days.ts';

const { calendar } = loadMarketKnowledge();
const LOOKS = 250;
/** Between looks, a machine that is awake. */
const LOOK_MS_MAX = 20 * MINUTE_MS;
/** Jumps of a clock that is set, and sleep of a machine: up to so much, forward or back. */
const JUMPS_MS = [30_000, 20 * MINUTE_MS, 3 * 60 * MINUTE_MS, 30 * 60 * MINUTE_MS];

interface Walked {
  /** When a day was tried. */
  readonly tries: readonly number[];
  /** What the clock showed whenever the process looked. */
  readonly looks: readonly number[];
  readonly lost: readonly { readonly date: IstDate; readonly afterTries: number }[];
  /** Dates that were reported as missed. */
  readonly missed: readonly IstDate[];
}

/** An account's process whose clock jumps now and then, and whose days never begin: each try is one that could have traded. */
async function walk(seed: string): Promise<Walked> {
  const random = seededRandom(seed);
  const settings = settingsFromText('mode: paper\n', {
    ...{ environment: {}, workingDirectory: tmpdir(), file: null, shownFile: 'test' },
  });
  const journal = openDayJournal({ path: null, account: 'default', mode: 'paper' });
  if (!settings.ok || !journal.ok) throw new TypeError('No settings or no journal');
  const tries: number[] = [];
  const looks: number[] = [];
  const lost: Walked['lost'][number][] = [];
  const missed: IstDate[] = [];
  const ended = new AbortController();
  let nowMs = instantAt('2026-11-05', '03:00');
  const jumped = (): number => {
    const farMs = JUMPS_MS[random.below(JUMPS_MS.length)] ?? 0;
    return Math.floor((random.next() - 0.35) * 2 * farMs);
  };
  const passTowards = (atMs: number): Promise<void> => {
    looks.push(nowMs);
    nowMs += Math.max(1, Math.min(atMs - nowMs, LOOK_MS_MAX));
    if (random.below(5) === 0) nowMs += jumped();
    if (looks.length >= LOOKS) ended.abort();
    return Promise.resolve();
  };
  const onNotice = ({ code, facts }: ToldNotice): void => {
    if (code === 'day-missed') {
      missed.push(...(facts as { readonly dates: readonly IstDate[] }).dates);
    }
    if (code !== 'day-lost') return;
    lost.push({ date: (facts as { readonly date: IstDate }).date, afterTries: tries.length });
  };
  const days = new AccountDays(
    {
      ...{ settings: settings.value, configuration: () => ok(settings.value), journalPath: null },
      load: () => {
        tries.push(nowMs);
        throw new ConfigurationError([problem('It is broken')]);
      },
      board: new AccountBoard({ account: 'default', mode: 'paper' }),
      ...{ reportText: () => '', onNotice, signal: ended.signal },
    },
    {
      journal: journal.value,
      time: { nowMs: () => nowMs, passTowards, builtIn: null, close: () => Promise.resolve() },
    },
  );
  await days.run();
  return { tries, looks, lost, missed };
}

/** The trading day that may be opened at an instant; null where none may. */
function dayOpenAt(atMs: number): IstDate | null {
  const { date, sessions, window } = calendar.day(istDate(atMs));
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (first === undefined || last === undefined) return null;
  const opensMs = Math.min(first.startMs, window?.startMs ?? first.startMs) - 15 * MINUTE_MS;
  return atMs >= opensMs && atMs < last.endMs ? date : null;
}

/** Trading days whose last close lies between two looks. */
function passedIn(looks: readonly number[]): readonly IstDate[] {
  return looks.flatMap((toMs, at) => {
    const fromMs = looks[at - 1] ?? toMs;
    const dates: IstDate[] = [];
    for (let date = istDate(fromMs); date <= istDate(toMs); date = calendar.nextTradingDay(date)) {
      const closeMs = calendar.day(date).sessions.at(-1)?.endMs ?? Infinity;
      if (fromMs < closeMs && closeMs <= toMs) dates.push(date);
    }
    return dates;
  });
}

it.each(Array.from({ length: 12 }, (_, seed) => String(seed)))(
  'a clock that jumps by seconds to hours misses no day, doubles none and opens none outside its time, walk %s',
  async (seed) => {
    const { tries, looks, lost, missed } = await walk(seed);
    expect(tries.map(dayOpenAt)).not.toContain(null);
    const lostDates = lost.map(({ date }) => date);
    expect(new Set(lostDates).size).toBe(lostDates.length);
    for (const { date, afterTries } of lost) {
      expect(tries.slice(afterTries).map(istDate)).not.toContain(date);
    }
    const tried = new Set(tries.map(istDate));
    const seen = new Set(looks.map(dayOpenAt).filter((date) => date !== null));
    expect(seen.size).toBeGreaterThan(0);
    expect([...seen].filter((date) => !tried.has(date) && !lostDates.includes(date))).toEqual([]);
    // No trading day goes by in silence: it was tried, lost, or reported as missed.
    const silent = passedIn(looks).filter((date) => !tried.has(date) && !missed.includes(date));
    expect(silent).toEqual([]);
  },
);
