import { beforeAll, describe, expect, it } from 'vitest';

import { planDrillDay } from '../../src/runtime/drill/drill-day-plan.ts';
import { runDrillDay } from '../../src/runtime/drill/drill-day.ts';
import { drillProfile } from '../../src/runtime/drill/drill-world.ts';
import { EVERY_FAULT } from '../../src/runtime/drill/fault-switch.ts';
import {
  type IoVerdict,
  type PassedPoint,
  type ScriptedPoint,
} from '../../src/runtime/drill/io-points.ts';
import { type LoadedStrategy } from '../../src/runtime/load-strategy.ts';
import { loadMarketKnowledge } from '../../src/runtime/market-knowledge.ts';
import { loadAll, shipped } from '../support/simulated-day.ts';

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

let strategies: readonly LoadedStrategy[];

beforeAll(async () => {
  strategies = await loadAll([shipped('short-straddle.yaml')]);
});

const dayWith = (script: readonly ScriptedPoint[]) =>
  runDrillDay({
    plan: planDrillDay('reference', BASIS),
    knowledge,
    profile,
    strategies,
    choice: EVERY_FAULT,
    script,
  });

describe('a short straddle with one fault', () => {
  it('stays right wherever it is', { timeout: 300_000 }, async () => {
    const { passed, violations } = await dayWith([]);
    expect(violations).toEqual([]);
    expect(new Set(passed.map(({ kind }) => kind))).toEqual(new Set(['append', 'send', 'answer']));
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
