import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lowerStage, type Stage, STAGES } from '../../model/runs/stage.ts';
import { stageInForce } from './stage-in-force.ts';
import { type StageRecord } from './stage-ledger.ts';

const CODE = { name: 'straddle', sourceHash: 's', paramsHash: 'p', platform: 'x' };
const TERMS = { goal: 'full', date: '2026-11-30', shadowDays: 3, oneLotDays: 2 } as const;

function day(date: string, stage: Stage, over: object = {}): StageRecord {
  return { kind: 'day', date, ...CODE, stage, fills: 1, why: null, ...over };
}

function lowered(date: string, from: Stage, to: Stage): StageRecord {
  return { kind: 'lowered', date, atMs: 1, ...CODE, from, to, cause: 'limit', detail: 'd' };
}

function set(date: string, to: Stage, over: { from?: Stage; name?: string } = {}): StageRecord {
  const typed = { reason: 'r', by: 'me' };
  return { kind: 'set', date, atMs: 1, ...CODE, from: 'shadow', ...over, to, ...typed };
}

function inForce(records: readonly StageRecord[], terms: Partial<typeof TERMS> = {}): Stage {
  return stageInForce({ records, damage: null }, CODE, { ...TERMS, ...terms }).stage;
}

const SHADOW = ['2026-11-02', '2026-11-03', '2026-11-04'].map((date) => day(date, 'shadow'));
const ONE_LOT = ['2026-11-05', '2026-11-06'].map((date) => day(date, 'one-lot'));

describe('the stage in force', () => {
  it('begins in shadow, and rises with the clean days of each stage, never above the goal', () => {
    expect(inForce([])).toBe('shadow');
    expect(inForce(SHADOW.slice(0, 2))).toBe('shadow');
    expect(inForce(SHADOW)).toBe('one-lot');
    expect(inForce([...SHADOW, ...ONE_LOT])).toBe('full');
    expect(
      stageInForce({ records: [...SHADOW, ...ONE_LOT], damage: null }, CODE, {
        ...TERMS,
        goal: 'one-lot',
      }),
    ).toMatchObject({ stage: 'one-lot', neededDays: null });
  });

  it('counts no day that is not clean, twice, of today, of other code or of another platform', () => {
    const [first, second] = SHADOW;
    if (first === undefined || second === undefined) throw new TypeError('There are three');
    for (const third of [
      day('2026-11-04', 'shadow', { why: 'a limit locked its entries' }),
      second,
      day(TERMS.date, 'shadow'),
      day('2026-11-04', 'one-lot'),
      day('2026-11-04', 'shadow', { sourceHash: 'other' }),
      day('2026-11-04', 'shadow', { paramsHash: 'other' }),
      day('2026-11-04', 'shadow', { platform: 'other' }),
    ]) {
      expect(inForce([first, second, third])).toBe('shadow');
    }
  });

  it('falls when it was lowered, and needs its clean days again', () => {
    const fallen = [...SHADOW, ...ONE_LOT, lowered('2026-11-09', 'full', 'one-lot')];
    // A run of that day has begun, and keeps its stage by its journal.
    expect(inForce(fallen, { date: '2026-11-09' as never })).toBe('one-lot');
    expect(inForce(fallen, { date: '2026-11-10' as never })).toBe('one-lot');
    expect(inForce([...fallen, day('2026-11-10', 'one-lot')])).toBe('one-lot');
    const again = ['2026-11-10', '2026-11-11'].map((date) => day(date, 'one-lot'));
    expect(inForce([...fallen, ...again])).toBe('full');
  });

  it("takes the operator's word from the same day on", () => {
    expect(inForce([set(TERMS.date, 'one-lot')])).toBe('one-lot');
    expect(inForce([...SHADOW, ...ONE_LOT, set(TERMS.date, 'shadow', { from: 'full' })])).toBe(
      'shadow',
    );
  });

  it('falls at once where a clock was wrong when it was lowered, and stays down when that date comes', () => {
    const fallen = [...SHADOW, lowered('2027-01-04', 'one-lot', 'shadow')];
    expect(inForce(fallen)).toBe('shadow');
    for (const date of ['2027-01-04', '2027-01-05']) {
      expect(inForce([...fallen, ...ONE_LOT], { date: date as never })).toBe('shadow');
    }
    const typed = [...SHADOW, set('2027-01-04', 'shadow', { from: 'one-lot' })];
    expect(inForce(typed)).toBe('shadow');
    expect(inForce([...SHADOW, set('2027-01-04', 'full')])).toBe('one-lot');
  });

  it('is lowered under any name, and raised under its own', () => {
    const other = { name: 'renamed' } as const;
    expect(inForce([...SHADOW, { ...lowered('2026-11-09', 'one-lot', 'shadow'), ...other }])).toBe(
      'shadow',
    );
    const typed = set('2026-11-09', 'shadow', { ...other, from: 'one-lot' });
    expect(inForce([...SHADOW, typed])).toBe('shadow');
    expect(inForce([set('2026-11-09', 'full', other)])).toBe('shadow');
    expect(inForce(SHADOW.map((of) => ({ ...of, ...other })))).toBe('shadow');
  });

  it('is not raised by what lowers: a demotion of the day leaves it where the operator put it', () => {
    const today = [set('2026-11-27', 'shadow', { from: 'full' })];
    expect(inForce([...today, lowered('2026-11-27', 'full', 'one-lot')])).toBe('shadow');
  });

  it('is never above what it was lowered to, whatever came before and whatever the clocks say', () => {
    const date = fc.constantFrom('2026-11-02', '2026-11-05', '2026-11-30', '2027-01-04');
    const stage = fc.constantFrom(...STAGES);
    const name = fc.constantFrom(CODE.name, 'renamed');
    const before = fc.oneof(
      fc.tuple(date, stage).map(([on, at]) => day(on, at)),
      fc.tuple(date, stage, stage).map(([on, from, to]) => set(on, to, { from })),
    );
    fc.assert(
      fc.property(fc.array(before), fc.tuple(date, stage, name, date), (records, drawn) => {
        const [on, to, of, today] = drawn;
        const last = { ...lowered(on, 'full', to), name: of };
        const found = inForce([...records, last], { date: today as never });
        expect(lowerStage(found, to)).toBe(found);
      }),
    );
  });

  it('is shadow where the ledger cannot be relied on', () => {
    const content = { records: [...SHADOW, ...ONE_LOT], damage: 'line 3 cannot be read' };
    expect(stageInForce(content, CODE, TERMS).stage).toBe('shadow');
  });

  it('follows a count of clean days, whatever happens', () => {
    const event = fc.constantFrom('lowered', 'clean', 'not-clean', 'other-stage');
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const records: StageRecord[] = [];
        const count = new Count();
        for (const [at, of] of events.entries()) {
          const before = count.stage;
          expect(inForce(records)).toBe(before);
          records.push(recordOf(of, `2026-11-${String(at + 1).padStart(2, '0')}`, before));
          count.take(of);
          expect(inForce(records)).toBe(count.stage);
        }
      }),
      { numRuns: 200 },
    );
  });
});

type Event = 'lowered' | 'clean' | 'not-clean' | 'other-stage';

function below(stage: Stage): Stage {
  return stage === 'full' ? 'one-lot' : 'shadow';
}

function recordOf(of: Event, date: string, stage: Stage): StageRecord {
  if (of === 'lowered') return lowered(date, stage, below(stage));
  const at = of === 'other-stage' ? (STAGES.find((other) => other !== stage) ?? stage) : stage;
  return day(date, at, of === 'not-clean' ? { why: 'w' } : {});
}

/** The rule in its plainest form. */
class Count {
  stage: Stage = 'shadow';
  #clean = 0;

  take(of: Event): void {
    if (of === 'lowered') this.#go(below(this.stage));
    if (of !== 'clean') return;
    this.#clean += 1;
    if (this.stage === 'shadow' && this.#clean === 3) this.#go('one-lot');
    else if (this.stage === 'one-lot' && this.#clean === 2) this.#go('full');
  }

  #go(stage: Stage): void {
    this.stage = stage;
    this.#clean = 0;
  }
}
