import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aLeg,
  aQuote,
  aRun,
  CE,
  DATE,
  EngineRig,
  noticesOf,
  PE,
  refusalsOf,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { isEntryRefused, locks } from '../../../test/support/lock-rig.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import {
  DEFAULT_CONSEQUENCES,
  NO_PROTECTIONS,
  type Protections,
} from '../../model/runs/run-policies.ts';
import {
  weekInto,
  weekText,
  type WeekLeft,
  type WeekLock,
  type WeekResult,
} from '../../model/runs/week-so-far.ts';

/** The day of the rig is a Friday. */
const [MONDAY, ENDS] = ['2026-11-16', 'on Monday 2026-11-23'];
const LIMIT: Partial<Protections> = { weekLossPaiseMax: 75_000 };

interface Given {
  readonly own?: Partial<Protections>;
  readonly account?: Partial<Protections>;
  readonly runs?: readonly WeekResult[];
  readonly locks?: readonly WeekLock[];
  readonly calendar?: Calendar;
}

/** A day whose week has brought something before. */
function weekRig({ own = LIMIT, account = {}, runs = [], locks = [], calendar }: Given): EngineRig {
  const rig = new EngineRig({
    calendar: calendar ?? aCalendar(),
    limits: { duplicateWithinMs: 0, accountProtections: { ...NO_PROTECTIONS, ...account } },
  });
  const week = { monday: MONDAY, since: MONDAY, runs, locks };
  rig.step({ kind: 'week-carried-over', week });
  const policies = { protections: { ...NO_PROTECTIONS, ...own } };
  rig.step({ kind: 'run-started', run: aRun(), policies });
  return rig;
}

const ofStraddle = (profitPaise: number): readonly WeekResult[] => [
  { name: 'straddle', profitPaise },
];

function mark(rig: EngineRig, lastPaise: number): void {
  rig.quotes(aQuote(CE, lastPaise), aQuote(PE, lastPaise));
}

describe('a loss limit of the week', () => {
  it('counts the days before, closes everything and locks until Monday', () => {
    // 75 units sold at 100.00. ₹500.00 lost from Monday to Thursday, ₹750.00 allowed: ₹250.00, so 3.34 a unit, are left.
    const rig = weekRig({ runs: ofStraddle(-50_000) });
    rig.hold(aLeg());
    mark(rig, 10_333);
    expect(locks(rig)).toEqual([]);
    mark(rig, 10_334);
    expect(locks(rig)).toEqual([`week-loss ${RUN}`]);
    expect(rig.sent('place')).toEqual([]);
    mark(rig, 10_335);
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ side: 'buy' }]);
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      `Entries of the run are locked: the week's loss is ₹750.50 (₹500.00 of it before today), the limit ₹750.00; again ${ENDS}; open positions are squared off unless the next prices differ`,
    ]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      "Squaring off all legs: the week's loss is ₹751.25 (₹500.00 of it before today), the limit ₹750.00",
    ]);
  });

  it('leaves room for what the week has earned', () => {
    const rig = weekRig({ runs: ofStraddle(50_000) });
    rig.hold(aLeg());
    mark(rig, 11_666);
    expect(locks(rig)).toEqual([]);
    mark(rig, 11_667);
    expect(locks(rig)).toEqual([`week-loss ${RUN}`]);
    expect(noticesOf(rig.effects, 'warning')[0]).toContain('(₹500.00 of profit before today)');
  });

  it('counts the results of no other run', () => {
    const rig = weekRig({ runs: [{ name: 'other', profitPaise: -75_000 }] });
    expect(locks(rig)).toEqual([]);
    expect(isEntryRefused(rig)).toBe(false);
  });

  it('of the account counts all runs of the week, and locks every run', () => {
    const runs = [...ofStraddle(-25_000), { name: 'gone', profitPaise: -50_000 }];
    const rig = weekRig({ own: {}, account: LIMIT, runs });
    expect(locks(rig)).toEqual(['week-loss ']);
    expect(isEntryRefused(rig)).toBe(true);
  });

  it('that is lower than what was lost already locks before anything is entered', () => {
    const rig = weekRig({ runs: ofStraddle(-75_000) });
    expect(locks(rig)).toEqual([`week-loss ${RUN}`]);
    expect(isEntryRefused(rig)).toBe(true);
    expect(refusalsOf(rig.effects).at(-1)).toContain(`entries again ${ENDS}`);
  });
});

describe('the week in the picture of an engine', () => {
  it('stands before its limit is reached, with what the days before brought', () => {
    const account: Partial<Protections> = { weekLossPaiseMax: 200_000 };
    const gone = { name: 'gone', profitPaise: 10_000 };
    const rig = weekRig({ account, runs: [...ofStraddle(-50_000), gone] });
    rig.hold(aLeg());
    mark(rig, 10_333);
    const [ofAccount, ofRun] = rig.engine.view().weeks;
    const today = { monday: MONDAY, since: MONDAY, todayPaise: -75 * 333 };
    expect(ofAccount).toEqual({
      ...{ ...today, runId: null, earlierPaise: -40_000, lossPaiseMax: 200_000 },
    });
    expect(ofRun).toEqual({ ...today, runId: RUN, earlierPaise: -50_000, lossPaiseMax: 75_000 });
    expect(rig.engine.view().weeks.map(weekText)[1]).toBe(
      "the week's loss is ₹749.75 (₹500.00 of it before today), the limit ₹750.00",
    );
  });

  it('counts for a run what that run makes today, and for the account what all make', () => {
    const rig = weekRig({ account: { weekLossPaiseMax: 200_000 } });
    const run = aRun({ runId: 'other@2026-11-20/paper', strategy: 'other' });
    rig.step({
      ...{ kind: 'run-started', run },
      policies: { protections: { ...NO_PROTECTIONS, ...LIMIT } },
    });
    rig.hold(aLeg());
    mark(rig, 10_333);
    const today = rig.engine.view().weeks.map(({ runId, todayPaise }) => [runId, todayPaise]);
    expect(today).toEqual([
      [null, -75 * 333],
      [RUN, -75 * 333],
      [run.runId, 0],
    ]);
  });

  it('has nothing where nothing has a limit of the week', () => {
    expect(weekRig({ own: {} }).engine.view().weeks).toEqual([]);
  });

  it.each([
    [
      [-30_000, 50_000],
      "the week's profit is ₹200.00 (₹300.00 of loss before today), the limit a loss of ₹750.00",
    ],
    [[0, 0], "the week's loss is ₹0.00, the limit ₹750.00"],
    [
      [50_000, -60_000],
      "the week's loss is ₹100.00 (₹500.00 of profit before today), the limit ₹750.00",
    ],
  ])('reads well: %j', ([earlierPaise = 0, todayPaise = 0], text) => {
    const of = { runId: RUN, monday: MONDAY, since: MONDAY, lossPaiseMax: 75_000 };
    expect(weekText({ ...of, earlierPaise, todayPaise })).toBe(text);
  });
});

it('a week that is lost says on which day entries come back where Monday is a holiday', () => {
  const calendar = aCalendar();
  const nextTradingDay = (date: string): string =>
    date === '2026-11-22' ? '2026-11-25' : calendar.nextTradingDay(date);
  const rig = weekRig({ runs: ofStraddle(-75_000), calendar: { ...calendar, nextTradingDay } });
  expect(isEntryRefused(rig)).toBe(true);
  expect(refusalsOf(rig.effects).at(-1)).toContain('entries again on Wednesday 2026-11-25');
});

const LOCKED: WeekLock = { name: 'straddle', reason: 'too much', isFlattened: true };

describe('a limit that an earlier day of the week reached', () => {
  it('locks its run whatever the limit is today, and says so as a warning', () => {
    const rig = weekRig({ own: {}, runs: ofStraddle(-10), locks: [LOCKED] });
    expect(locks(rig)).toEqual([`week-loss ${RUN}`]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      `Entries of the run stay locked until the week ends: too much; again ${ENDS}`,
    ]);
    expect(isEntryRefused(rig)).toBe(true);
  });

  it('leaves runs of other names alone', () => {
    const rig = weekRig({ locks: [{ ...LOCKED, name: 'straddle#2' }] });
    expect(locks(rig)).toEqual([]);
  });

  it('of the account locks runs that start later, too', () => {
    const rig = weekRig({ own: {}, locks: [{ ...LOCKED, name: null }] });
    rig.start(aRun({ runId: `other@${DATE}/paper`, strategy: 'other' }));
    expect(locks(rig)).toEqual(['week-loss ']);
    expect(isEntryRefused(rig)).toBe(true);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('closes what was carried over where it closes (%s)', (isFlattened, exits) => {
    const rig = new EngineRig();
    const week = { monday: MONDAY, since: MONDAY, runs: [], locks: [{ ...LOCKED, isFlattened }] };
    rig.step({ kind: 'week-carried-over', week });
    const position = { netUnits: -75, openValuePaise: 750_000, lastPaise: 10_000 };
    const carried = [{ leg: 'ce', contract: CE, ...position }];
    rig.step({ kind: 'run-started', run: aRun(), carried });
    rig.fresh();
    mark(rig, 10_000);
    expect(rig.sent('place')).toHaveLength(exits);
  });
});

describe('what a day leaves of its week', () => {
  it('is what came before and its own result, of runs that did not run today too', () => {
    const other = { name: 'other', profitPaise: 7 };
    const rig = weekRig({ runs: [other, ...ofStraddle(-1_000)] });
    rig.hold(aLeg());
    mark(rig, 10_100);
    expect(rig.engine.weekToCarry()).toEqual({
      ...{ monday: MONDAY, since: MONDAY, locks: [] },
      runs: [other, { name: 'straddle', profitPaise: -8_500 }],
    });
  });

  it('keeps the locks of runs that did not run today, and adds its own', () => {
    const gone: WeekLock = { name: 'gone', reason: 'before', isFlattened: false };
    const rig = weekRig({ runs: ofStraddle(-75_000), locks: [gone] });
    expect(rig.engine.weekToCarry()?.locks).toEqual([
      gone,
      {
        ...{ name: 'straddle', isFlattened: true },
        reason: "the week's loss is ₹750.00 (₹750.00 of it before today), the limit ₹750.00",
      },
    ]);
  });

  it('ends with the week', () => {
    const left: WeekLeft = { monday: MONDAY, since: MONDAY, runs: ofStraddle(-1), locks: [LOCKED] };
    expect(weekInto(left, '2026-11-22')).toEqual(left);
    expect(weekInto(left, '2026-11-23')).toBeNull();
  });
});

/** A day, whether it was locked from its start, and what it left. */
interface PlayedDay {
  readonly wasLocked: boolean;
  readonly left: WeekLeft | null;
}

const ONLY_LOCKS = { ...DEFAULT_CONSEQUENCES, weekLoss: 'lock' } as const;

/** Plays a day that earns so much for each unit, unless its entry is refused. */
function played(before: WeekLeft | null, paise: number, weekLossPaiseMax: number): PlayedDay {
  const own = { weekLossPaiseMax, then: ONLY_LOCKS };
  const rig = weekRig({ own, ...weekInto(before, DATE) });
  const wasLocked = isEntryRefused(rig);
  if (!wasLocked) {
    rig.hold(aLeg());
    mark(rig, 10_000 - paise);
  }
  return { wasLocked, left: rig.engine.weekToCarry() };
}

it('locks from the day on which the sum of the week reaches the limit, and not before', () => {
  const results = fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(results, fc.integer({ min: 1, max: 600 }), (perUnit, limitPerUnit) => {
      let left: WeekLeft | null = null;
      // The model: a sum, and whether it ever reached the limit.
      let sum = 0;
      let isLocked = false;
      for (const paise of perUnit) {
        const day = played(left, paise, limitPerUnit * 75);
        expect(day.wasLocked).toBe(isLocked);
        sum += isLocked ? 0 : paise;
        isLocked ||= sum <= -limitPerUnit;
        left = day.left;
        expect(left?.runs).toEqual(sum === 0 ? [] : ofStraddle(sum * 75));
        expect(left?.locks).toHaveLength(Number(isLocked));
      }
    }),
    { numRuns: 60 },
  );
});
