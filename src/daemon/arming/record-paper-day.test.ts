import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EMPTY } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { loadAll, valueOf } from '../../../test/support/simulated-day.ts';
import { defineStrategy } from '../../strategy/define-strategy.ts';
import { ACTIVE } from '../../model/orders/halt-and-lock.ts';
import { instantAt } from '../../model/time/ist.ts';
import { noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { armedStrategies } from './arming-file.ts';
import { ledgerPathOf, platformHash, PromotionLedger } from './promotion-ledger.ts';
import { type EndedPaperDay, paperDays, recordPaperDay } from './record-paper-day.ts';

const knowledge = loadMarketKnowledge();
const DATES = ['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29'] as const;
const strategies = await loadAll([defineStrategy({ name: 'calm', run: () => EMPTY })]);

const DIFFER = toldAt(0, noticeOf('books-differ', null, { state: 'reducing', reason: 'r' }));

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'sauda-ledger-'));
});
afterEach(() => {
  rmSync(state, { recursive: true });
});

function settingsOf(mode: string, host = 'https://h.example.test'): Settings {
  const names = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
  const hosts = names.map((name) => `${name}: '${host}'`).join(', ');
  const credentials = '{phoneNumber: {env: P}, password: {env: Q}}';
  const text = `mode: ${mode}\nbrokerId: b\nstate: {directory: ${state}}\nplatform: {hosts: {${hosts}}, credentials: ${credentials}}`;
  const read = settingsFromText(text, {
    environment: { P: '+910000000000', Q: 'q' },
    workingDirectory: state,
    file: null,
    shownFile: 'test',
  });
  return valueOf(read);
}

function ended(date: string, over: Partial<EndedPaperDay> = {}): EndedPaperDay {
  const run = { runId: `calm@${date}/paper`, state: 'completed' };
  const first = { kind: 'event', atMs: instantAt(date, '09:00'), event: 1 } as const;
  return {
    settings: settingsOf('paper'),
    strategies,
    day: knowledge.calendar.day(date),
    journal: { entriesOf: () => [first] },
    books: { runs: [run], halt: ACTIVE } as unknown as EndedPaperDay['books'],
    problems: [],
    ...over,
  };
}

/** Clean days of the strategy as the live account of the same platform counts them. */
function cleanDays(live = settingsOf('live')): readonly string[] {
  const [strategy] = armedStrategies(strategies);
  if (strategy === undefined) return [];
  const asked = { platform: platformHash(live), date: '2026-10-30' };
  return new PromotionLedger(ledgerPathOf(live)).cleanDates(strategy, asked);
}

describe('a paper day', () => {
  it('counts for the live account of the same platform, once', () => {
    for (const date of [...DATES, ...DATES]) recordPaperDay(ended(date));
    expect(cleanDays()).toEqual(DATES);
  });

  const runs = (state: string): EndedPaperDay['books'] =>
    ({
      runs: [{ runId: `calm@${DATES[0]}/paper`, state }],
      halt: ACTIVE,
    }) as unknown as EndedPaperDay['books'];
  const late = { kind: 'event', atMs: instantAt(DATES[0], '10:00'), event: 1 } as const;

  it.each<readonly [string, Partial<EndedPaperDay>]>([
    ['began after the open', { journal: { entriesOf: () => [late] } }],
    ['had another count of its books', { problems: [DIFFER] }],
    [
      'was halted by the comparator',
      { books: { ...runs('completed'), halt: { ...ACTIVE, by: 'comparator', state: 'halted' } } },
    ],
    ['had a run that failed', { books: runs('failed') }],
    ['had a run that was held', { books: runs('held') }],
    ['did not run it', { books: { ...runs('completed'), runs: [] } }],
  ])('does not count when it %s, and says so', (_, over) => {
    const day = ended(DATES[0], over);
    recordPaperDay(day);
    expect(cleanDays()).toEqual([]);
    expect(paperDays(day)[0]?.why).not.toBeNull();
  });

  it('does not count for another platform, source or parameters, nor once that date is played again unclean', () => {
    recordPaperDay(ended(DATES[0]));
    expect(cleanDays(settingsOf('live', 'https://other.example.test'))).toEqual([]);
    const [calm] = strategies;
    const changed = strategies.map((of) => ({ ...of, sourceHash: `${calm?.sourceHash ?? ''}2` }));
    recordPaperDay(ended(DATES[1], { strategies: changed }));
    expect(cleanDays()).toEqual([DATES[0]]);
    const withParams = strategies.map((of) => ({ ...of, params: { lots: 2 } }));
    recordPaperDay(ended(DATES[2], { strategies: withParams }));
    expect(cleanDays()).toEqual([DATES[0]]);
    recordPaperDay(ended(DATES[0], { problems: [DIFFER] }));
    expect(cleanDays()).toEqual([]);
  });

  it('promotes nothing when it was live, or its ledger cannot be read', () => {
    recordPaperDay(ended(DATES[0], { settings: settingsOf('live') }));
    expect(cleanDays()).toEqual([]);
    recordPaperDay(ended(DATES[0]));
    writeFileSync(ledgerPathOf(settingsOf('paper')), '{');
    expect(cleanDays()).toEqual([]);
  });
});
