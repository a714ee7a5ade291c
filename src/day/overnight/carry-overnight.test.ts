import { describe, expect, it } from 'vitest';

import { aContract, at, CE, DATE } from '../../../test/support/engine-rig.ts';
import { type LeftPosition } from '../../engine/carrying/positions-to-carry.ts';
import { type CarryDoubt } from '../../model/orders/carried-over.ts';
import { noticeText } from '../../notices/notice.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type CarryInto, carryInto } from './carry-overnight.ts';
import { type LastDay } from './fold-last-day.ts';

const { calendar } = loadMarketKnowledge();
/** The trading day after `DATE`, a Friday, and the one after that. */
const [MONDAY, LATER] = ['2026-11-23', '2026-11-25'];

const POSITION = {
  leg: 'ce',
  contract: aContract({ expiry: '2026-12-01' }),
  netUnits: -75,
  openValuePaise: 750_000,
  lastPaise: 9_000,
};

function left(over: Partial<LeftPosition> = {}): LeftPosition {
  return {
    runId: `straddle@${DATE}/live`,
    strategy: 'straddle',
    position: POSITION,
    since: '2026-11-18',
    doubt: null,
    indexPaise: 2_460_000,
    ...over,
  };
}

function last(over: Partial<LastDay> = {}): LastDay {
  const about = { date: DATE, starts: [], untouched: [], week: null, ordersSeenAtMs: at('15:41') };
  return { ...about, positions: [left()], ...over };
}

function into(over: Partial<CarryInto> = {}): CarryInto {
  return { date: MONDAY, mode: 'live', calendar, policyOf: () => 'trust', ...over };
}

/** Why the only leg is in doubt. */
function doubt(day: LastDay, over: Partial<CarryInto> = {}): CarryDoubt | null | undefined {
  const [run] = carryInto(day, into(over)).runs;
  expect(run).toMatchObject({ name: 'straddle', strategy: 'straddle', positions: [POSITION] });
  expect(run?.positions[0]?.overnight?.since).toBe('2026-11-18');
  return run?.positions[0]?.overnight?.doubt;
}

describe('a live leg', () => {
  it('is in doubt unless its run trusts an ordinary night', () => {
    expect(doubt(last(), { policyOf: () => 'confirm' })).toBe('not-confirmed');
    expect(doubt(last(), { policyOf: () => undefined })).toBe('not-confirmed');
    expect(doubt(last())).toBeNull();
  });

  it.each([
    { what: 'was not watched', day: last({ ordersSeenAtMs: at('15:29') }), why: 'not-watched' },
    { what: 'was never polled', day: last({ ordersSeenAtMs: null }), why: 'not-watched' },
    { what: 'is days ago', day: last(), date: LATER, why: 'days-missed' },
  ])('is in doubt under trust too when its last day $what', ({ day, date = MONDAY, why }) => {
    expect(doubt(day, { date })).toBe(why);
  });

  it('keeps the doubt that it had', () => {
    expect(doubt(last({ positions: [left({ doubt: 'uncertain' })] }))).toBe('uncertain');
  });
});

it('a leg is carried at its broker, also where its run never started', () => {
  const broker = { name: 'hedge-fund', brokerId: 'second' };
  const day = last({ positions: [left({ broker })] });
  const [run] = carryInto(day, into()).runs;
  expect(run?.positions[0]?.overnight?.broker).toEqual(broker);
  const untouched = run === undefined ? [] : [run];
  const [again] = carryInto(last({ positions: [], untouched }), into()).runs;
  expect(again?.positions[0]?.overnight?.broker).toEqual(broker);
});

describe('a paper leg', () => {
  const paper: Partial<CarryInto> = { mode: 'paper', policyOf: () => 'confirm' };

  it('is never in doubt for the night, and stays so for what it was', () => {
    expect(doubt(last({ ordersSeenAtMs: null }), paper)).toBeNull();
    expect(doubt(last({ positions: [left({ doubt: 'intraday' })] }), paper)).toBe('intraday');
  });
});

it('what expired is left out, with an estimate of its settlement', () => {
  const contract = { ...CE, expiry: DATE, strikePaise: 2_450_000 };
  const positions = [left({ position: { ...POSITION, contract } })];
  const { runs, expired } = carryInto(last({ positions }), into());
  expect(runs).toEqual([]);
  expect(expired.map((notice) => noticeText(notice)).join()).toContain(
    'settled by the exchange (about 100.00 a unit',
  );
  const blind = last({
    positions: [left({ position: { ...POSITION, contract }, indexPaise: null })],
  });
  expect(
    carryInto(blind, into())
      .expired.map((notice) => noticeText(notice))
      .join(),
  ).toContain('no index level');
});

it('what a day took over and never began is carried as it was', () => {
  const overnight = { since: '2026-11-18', doubt: 'intraday' } as const;
  const untouched = [
    { name: 'straddle', strategy: 'straddle', positions: [{ ...POSITION, overnight }] },
  ];
  expect(doubt(last({ positions: [], untouched }))).toBe('intraday');
});
