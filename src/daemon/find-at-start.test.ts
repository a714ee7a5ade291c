import { map, NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { problem, type Problem } from '../base/problem.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { type IstDate, instantAt } from '../model/time/ist.ts';
import { settingsFromText } from '../settings/load-settings.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings } from '../settings/settings.ts';
import { defineStrategy, type Strategy } from '../strategy/define-strategy.ts';
import { findAtStart, type StartFindings } from './find-at-start.ts';

const knowledge = loadMarketKnowledge();
const today = knowledge.calendar.day('2026-10-30');

function unpriced(mode: Settings['mode']): Settings {
  const settings = settingsFromText('mode: paper\n', {
    environment: {},
    workingDirectory: import.meta.dirname,
    file: null,
    shownFile: 'test',
  });
  if (!settings.ok) throw new TypeError(JSON.stringify(settings.error));
  // Of a platform nothing is asked for but that it is one.
  const venue = { kind: 'platform' } as Settings['venue'];
  return { ...settings.value, mode, venue, prices: { kind: 'none' } };
}

const LIVE = unpriced('live');
const PAPER = unpriced('paper');

const WATCHES = ({ prices }: Parameters<Strategy['run']>[0]): ReturnType<Strategy['run']> =>
  prices('NIFTY').pipe(map(() => NEVER as never));

async function found(
  run: Strategy['run'],
  {
    settings = LIVE,
    day = today,
    dates = [] as readonly string[],
    unusable = [] as readonly Problem[],
  } = {},
): Promise<StartFindings> {
  // The path of a YAML file: what such a file says is tried on this thread.
  const strategy = defineStrategy({ name: 'tried', params: z.object({}), run: run });
  const loaded = { path: 'tried.yaml', strategy, params: {}, sourceHash: '' };
  const journal = { dates: () => dates as never, entriesOf: () => [] };
  const nowMs = instantAt('2026-10-30', '09:00');
  return findAtStart(
    { settings, strategies: [loaded], unusable },
    { knowledge, day, nowMs, journal, isIsolated: false },
  );
}

describe('before a day begins', () => {
  it('finds live without a source of prices that a strategy watches', async () => {
    expect((await found(WATCHES)).problems).toMatchObject([{ found: 'prices: none' }]);
    expect((await found(WATCHES, { settings: PAPER })).problems).toEqual([]);
    expect((await found(() => NEVER)).problems).toEqual([]);
  });

  it('finds live on a day that the calendar is not verified for, and how to go on', async () => {
    const day = { ...today, isVerified: false };
    const next = expect.stringContaining('calendar.verifiedThrough') as string;
    expect((await found(() => NEVER, { day })).problems).toMatchObject([{ next }]);
    expect((await found(() => NEVER, { day, settings: PAPER })).problems).toEqual([]);
  });

  it.each<[string, Strategy['run'], RegExp]>([
    ['returns nothing', () => undefined as never, /must return an Observable/],
    ['names no time', ({ at }) => at('9:20').pipe(map(() => NEVER as never)), /"9:20"/],
    [
      'names no underlying',
      ({ prices }) => prices('NIFTTY').pipe(map(() => NEVER as never)),
      /NIFTTY/,
    ],
  ])('finds a strategy that %s', async (_, run, message) => {
    const { problems } = await found(run, { settings: PAPER });
    expect(problems).toMatchObject([{ message: expect.stringMatching(message) as string }]);
  });

  it('begins without a strategy that cannot be used, and calls a person', async () => {
    const unusable = [problem('Cannot load it', { file: 'b.js', line: 7 })];
    for (const dates of [[], [today.date]]) {
      const { problems, attention, usable } = await found(() => NEVER, {
        ...{ settings: PAPER, unusable, dates },
      });
      expect(problems).toEqual([]);
      expect(usable.strategies).toHaveLength(1);
      const isUnderWay = dates.length > 0;
      const facts = { place: 'b.js:7', problem: 'Cannot load it', isUnderWay };
      expect(attention).toMatchObject([{ code: 'strategy-unusable', facts }]);
    }
  });

  it('refuses a day for which no strategy is left, unless it is under way', async () => {
    const unusable = [problem('Cannot load it')];
    const asked = { settings: PAPER, strategies: [], unusable };
    const start = { knowledge, day: today, nowMs: instantAt('2026-10-30', '09:00') };
    const on = (dates: readonly IstDate[]): Promise<StartFindings> => {
      const journal = { dates: () => dates, entriesOf: () => [] };
      return findAtStart(asked, { ...start, journal, isIsolated: false });
    };
    expect((await on([])).problems).toEqual(unusable);
    expect((await on([today.date])).problems).toEqual([]);
  });

  it('leaves out a strategy whose first turn fails, and lets the others keep their names', async () => {
    const run = (ran: Strategy['run']): LoadedStrategy => {
      const strategy = defineStrategy({ name: 'twin', params: z.object({}), run: ran });
      return { path: 'twin.yaml', strategy, params: {}, sourceHash: '' };
    };
    const strategies = [run(() => undefined as never), run(() => NEVER)];
    const journal = { dates: () => [], entriesOf: () => [] };
    const nowMs = instantAt('2026-10-30', '09:00');
    const start = { knowledge, day: today, nowMs, journal, isIsolated: false };
    const kept = await findAtStart({ settings: PAPER, strategies }, start);
    expect(kept.usable.strategies.map(({ runName }) => runName)).toEqual(['twin#2']);
    expect(kept.attention).toMatchObject([{ code: 'strategy-unusable' }]);
    expect(kept.usable.unusable).toHaveLength(1);
  });

  it('lets a day that is under way go on whatever is wrong, and calls a person', async () => {
    const day = { ...today, isVerified: false };
    const { problems, attention } = await found(() => undefined as never, {
      day,
      dates: [today.date],
    });
    expect(problems).toEqual([]);
    expect(attention).toMatchObject([
      { code: 'calendar-not-verified', facts: { date: '2026-10-30' } },
      { code: 'prices-missing' },
    ]);
  });
});
