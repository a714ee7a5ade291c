import { filter, map, merge, withLatestFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type DrillDayPlan, planDrillDay } from '../../src/drill/drill-day-plan.ts';
import { runDrillDay } from '../../src/drill/drill-day.ts';
import { EVERY_FAULT } from '../../src/drill/faults/fault-switch.ts';
import {
  type IoVerdict,
  type PassedPoint,
  type ScriptedPoint,
} from '../../src/drill/process/io-points.ts';
import { drillProfile } from '../../src/drill/world/drill-world.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { place, squareOff } from '../../src/strategy/commands.ts';
import { defineStrategy } from '../../src/strategy/define-strategy.ts';
import { sell, stopOrder } from '../../src/strategy/leg-order.ts';
import { stopTerms } from '../../src/strategy/stop-terms.ts';

const knowledge = loadMarketKnowledge();
const profile = drillProfile();
const BASIS = {
  knowledge,
  mode: 'live',
  drillMode: 'safety',
  faults: [],
  brokerId: 'd5111ab1e0000000000000d5',
  secrets: { password: 'canary-p', webhookToken: 'canary-w', accessToken: 'canary-a' },
} as const;
/** What can befall a process at a point of each kind. */
const VERDICTS: Readonly<Record<PassedPoint['kind'], readonly IoVerdict[]>> = {
  append: ['crash-before', 'crash-after', 'torn', 'error'],
  recover: ['crash-before', 'crash-after', 'torn', 'error'],
  send: ['crash-before', 'crash-after', 'error'],
  answer: ['crash-before', 'error'],
};

/** Fewer would be another day than the one that is meant. */
const POINTS_MIN = 60;

const ROUNDS = [
  { enter: '14:45', leave: '14:47' },
  { enter: '14:50', leave: '14:52' },
  { enter: '14:55', leave: '14:57' },
  { enter: '15:00', leave: '15:02' },
] as const;

/** A straddle with a stop for each leg, closed two minutes later, and the same again. */
const straddle = defineStrategy({
  name: 'sweep',
  run: ({ at, chain, fills }) =>
    merge(
      merge(...ROUNDS.map(({ enter }) => at(enter))).pipe(
        withLatestFrom(chain('NIFTY', { quotedStrikes: 1 })),
        map(([, { atm }]) =>
          place(sell(atm.ce, { leg: 'ce', lots: 1 }), sell(atm.pe, { leg: 'pe', lots: 1 })),
        ),
      ),
      fills.pipe(
        filter(({ legRef }) => legRef.role === 'entry'),
        map(({ legRef: { leg }, units, pricePaise, contract }) => {
          const stop = { kind: 'percent', percent: 30 } as const;
          const terms = stopTerms({
            contract,
            entrySide: 'sell',
            pricePaise,
            stop,
            bufferPercent: null,
          });
          return place(stopOrder({ leg, contract, side: 'buy', quantityUnits: units, terms }));
        }),
      ),
      merge(...ROUNDS.map(({ leave }) => at(leave, { late: 'run' }))).pipe(
        map(() => squareOff('exit time')),
      ),
    ),
});
const strategies: readonly LoadedStrategy[] = [
  { path: 'sweep', strategy: straddle, params: {}, sourceHash: 'sweep' },
];

const whole = planDrillDay('reference', BASIS);
const plan: DrillDayPlan = {
  ...whole,
  startMs: instantAt(whole.day.date, '14:44') + 50_000,
  endMs: instantAt(whole.day.date, '15:05'),
  priceStepMs: 60_000,
};
const dayWith = (script: readonly ScriptedPoint[]) =>
  runDrillDay({ plan, knowledge, profile, strategies, choice: EVERY_FAULT, script });

describe('a short straddle with one fault', () => {
  it('stays right wherever it is', { timeout: 300_000 }, async () => {
    const { passed, violations } = await dayWith([]);
    expect(violations).toEqual([]);
    expect(new Set(passed.map(({ kind }) => kind))).toEqual(new Set(['append', 'send', 'answer']));
    expect(passed.length).toBeGreaterThanOrEqual(POINTS_MIN);
    const broken: object[] = [];
    for (const { ordinal, kind } of passed) {
      for (const verdict of VERDICTS[kind]) {
        const day = await dayWith([{ ordinal, verdict }]);
        const [first] = day.violations;
        if (first !== undefined) broken.push({ ordinal, kind, verdict, first });
      }
    }
    expect(broken).toEqual([]);
  });
});
