import { describe, expect, it } from 'vitest';

import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const UP_AT_11 = (time: string): number => (time < '11:00' ? 24_000 : 24_187);

describe('variables', () => {
  const file = (rules: string): string => `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
variables: { count: 0, level: 24000 points }
legs:
  ce: { side: sell, type: CE, strike: ATM }
rules:
${rules}`;
  const log = (rules: string, script: Partial<DayScript> = {}): readonly string[] =>
    playDay({ strategy: compiled(file(rules)), ...script }).log.slice(0, -1);

  it('keep what a rule sets, one after another, for every rule', () => {
    const rules = `  - when: { every: 1h, from: 10:00, to: 14:00 }
    then: [{ set: { count: count + 1, level: level + 10 points * count } }]
  - when: { every: 1h, from: '10:00:01', to: 14:00 }
    if: count >= 2 and level = 24030
    then: [{ alert: the second time }]
`;
    expect(log(rules)).toEqual(['11:00:01 alert info: the second time']);
  });

  it('are a level that the index is compared with', () => {
    const rules = `  - when: { at: 10:30 }
    then: [{ set: { level: high(15m) + 50 } }]
  - when: { becomes: index > level }
    then: [{ alert: crossed }]
`;
    // Above the level of the file, and below the one that the rule sets.
    const index = (time: string): number =>
      time < '10:45' ? 24_000 : time < '11:00' ? 24_040 : 24_187;
    expect(log(rules, { index })).toEqual(['11:00:00 alert info: crossed']);
  });

  it('keep their value where the new one is not known, and say so', () => {
    const rules = `  - { when: { at: 10:00 }, then: [{ set: { level: price(ce) } }] }
  - { when: { at: 11:00 }, if: level = 24000, then: [{ alert: kept }] }
`;
    expect(log(rules)).toEqual([
      '10:00:00 alert warning: "level" keeps its value: rule 1 does not know the new one yet',
      '11:00:00 alert info: kept',
    ]);
  });

  it('never set one another off for ever', () => {
    const rules = `  - { when: { becomes: index > level }, then: [{ set: { level: level + 1000 } }] }
  - { when: { becomes: index < level }, then: [{ set: { level: level - 1000 } }] }
`;
    const strategy = compiled(file(rules));
    expect(playDay({ strategy, index: UP_AT_11 }).last).toMatchObject({ state: 'completed' });
  });
});
