import { describe, expect, it } from 'vitest';

import { formatProblem } from '../../src/base/problem.ts';
import { type Json } from '../../src/base/json.ts';
import { applyParams } from '../../src/loading/apply-params.ts';
import { parseParam } from '../../src/research/sweep/parse-param.ts';
import { typedValues } from '../../src/research/sweep/typed-values.ts';
import { compiled } from './play-both.ts';
import { playDay } from './scripted-day.ts';

const strategy = compiled(`name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
parameters:
  level: { default: 24500 points, min: 20000 points, max: 30000 points, description: Above it }
  budget: { default: 5000 rupees }
  share: { default: 1%, max: 5% }
  tries: { default: 1, min: 0 }
  until: { default: 14:00, max: 15:00 }
  pause: { default: 15m }
variables: { done: 0 }
rules:
  - when: { becomes: index > level * (100% + share) }
    if: time < until and done < tries and profit > -budget and time - 09:15 > pause
    then: [{ set: { done: done + 1 } }, { alert: entered }]
`);

const UP_AT_11 = (time: string): number => (time < '11:00' ? 24_000 : 24_187);

/** When its one rule acts under parameters. */
function acted(params: Readonly<Record<string, Json>>): readonly string[] {
  const { log } = playDay({ strategy, params, index: UP_AT_11 });
  return log.slice(0, -1).map((line) => line.slice(0, 8));
}

/** What is wrong with parameters of a configuration. */
function refused(params: Readonly<Record<string, Json>>): string {
  const applied = applyParams(strategy, params, 's.yaml');
  return applied.ok ? 'taken' : applied.error.map(formatProblem).join('\n');
}

describe('parameters of a file', () => {
  it('are read in expressions, as the file has them or as a configuration gives them', () => {
    expect(acted({})).toEqual([]);
    expect(acted({ level: '24000 points', share: 0 })).toEqual(['11:00:00']);
    expect(acted({ level: '23900 points', share: '0.5%' })).toEqual(['11:00:00']);
    // A number alone is in the unit of the file's value.
    expect(acted({ level: 23_900, share: 0.5 })).toEqual(['11:00:00']);
    expect(acted({ level: 23_900, share: 2 })).toEqual([]);
    expect(acted({ level: 23_900, share: 0.5, until: '10:30' })).toEqual([]);
    expect(acted({ level: 23_900, share: 0.5, tries: 0 })).toEqual([]);
    expect(acted({ level: 23_900, share: 0.5, pause: '2h' })).toEqual([]);
    expect(acted({ level: 23_900, share: 0.5, budget: '-1 rupees' })).toEqual([]);
  });

  it('beyond their bounds, or of another type, are refused', () => {
    expect(refused({ level: 25_000, until: '15:00', lots: 2 })).toContain('no parameter "lots"');
    expect(refused({ level: 31_000 })).toContain('a price from 20000 points to 30000 points');
    expect(refused({ level: '10:15' })).toContain('a price from 20000 points');
    expect(refused({ share: '6%' })).toContain('a percentage to 5%');
    expect(refused({ tries: '-1' })).toContain('a number from 0');
    expect(refused({ pause: 5 })).toContain('a duration');
    expect(refused({ level: 'index' })).toContain('a price from');
    expect(refused({ level: [24_500] })).toContain('a price from');
  });

  it('can be swept, as numbers or with their units', () => {
    const swept = (text: string): unknown => {
      const written = parseParam(text);
      return written.ok ? typedValues(strategy, written.value) : written;
    };
    const of = (name: string, values: readonly Json[]): unknown => ({
      ok: true,
      value: { name, values },
    });
    expect(swept('level=24400..24600:100')).toEqual(of('level', [24_400, 24_500, 24_600]));
    expect(swept('share=1%..3%:1%')).toEqual(of('share', ['1%', '2%', '3%']));
    expect(swept('until=13:00..14:00:30m')).toEqual(of('until', ['13:00', '13:30', '14:00']));
    expect(swept('level=19000,24500')).toMatchObject({ ok: false });
  });
});
