import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { formatProblem } from '../../src/base/problem.ts';
import { type Json } from '../../src/base/json.ts';
import {
  compare,
  defineSource,
  defineStrategy,
  fact,
  legDesk,
  legRules,
  type LegRules,
} from '../../src/index.ts';
import { createRun } from '../../src/host/run.ts';
import { tradingDay } from '../../src/host/testing/inputs.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { type ClockTime, instantAt } from '../../src/model/time/ist.ts';
import { askCode } from '../support/asked-rules.ts';
import { BOTH_FORMS } from './ejected.ts';
import { type DayScript, inShort, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs: { ce: { side: sell, type: CE, strike: ATM } }
`;

const VIX = `sources:
  vix: { file: ./vix-source.ts, fields: { level: number, calm: boolean }, staleAfter: 30m }
`;

function values(...all: readonly (readonly [from: ClockTime, value: Json])[]) {
  return all.map(([from, value]) => ({ from, source: 'vix', value }));
}

function at(time: ClockTime): number {
  return instantAt('2026-11-20', time);
}

const SILENT = { name: 'vix', state: 'silent', heardAtMs: null };
const STALE = { name: 'vix', state: 'stale', heardAtMs: at('10:02') };
const UNFIT = { name: 'vix', state: 'unfit', heardAtMs: at('10:42') };

function said(text: string): string {
  const compiled = compileStrategy(text, 'test.yaml');
  return compiled.ok ? 'compiled' : compiled.error.map(formatProblem).join('\n');
}

describe.each(BOTH_FORMS)('a source in the rules of $form', ({ strategyOf }) => {
  /** What a day of rules asks for, the exit at the end apart. */
  function day(rules: string, script: Partial<DayScript>, sources = VIX): readonly string[] {
    const strategy = strategyOf(`${HEAD}${sources}rules:\n${rules}`);
    return playDay({ strategy, ...script }).log.slice(0, -1);
  }

  it('triggers at each new value, once that is taken in', () => {
    const rules = '  - { when: { source: vix }, if: vix.level < 14, then: [{ alert: calm }] }\n';
    const sourceValues = values(
      ['10:00', { level: 13.5, calm: true }],
      ['10:10', { level: 14, calm: false }],
      ['10:20', { level: 13.9, calm: true }],
      ['10:30', { level: 13.9, calm: true }],
    );
    expect(day(rules, { sourceValues })).toEqual([
      '10:00:00 alert info: calm',
      '10:20:00 alert info: calm',
      '10:30:00 alert info: calm',
    ]);
  });

  it('is a name in any expression, and what is not known starts nothing', () => {
    const rules = `  - { when: { every: 15m, from: 09:45 }, if: not vix.calm, then: [{ alert: wild }] }
  - { when: { becomes: vix.level > 20 or index > 30000 }, then: [{ alert: spike }] }
`;
    const sourceValues = values(
      ['10:05', { level: 21, calm: true }],
      ['10:20', { level: 19, calm: false }],
      ['10:25', { level: 20.5, calm: false }],
    );
    expect(day(rules, { sourceValues })).toEqual([
      // 21 was no crossing: the level was not known before. At 11:00 the last value is older than 30 minutes.
      '10:25:00 alert info: spike',
      '10:30:00 alert info: wild',
      '10:45:00 alert info: wild',
    ]);
  });

  it('is not known when its value is stale, until the next one', () => {
    const rules = '  - { when: { every: 10m }, if: vix.level < 14, then: [{ alert: calm }] }\n';
    const sourceValues = values(
      ['10:00', { level: 13, calm: true }],
      ['11:26', { level: 13, calm: true }],
    );
    const log = day(rules, { sourceValues });
    expect(log.map((line) => line.slice(0, 5))).toEqual([
      ...['10:05', '10:15', '10:25', '11:35', '11:45', '11:55'],
    ]);
    const usual = VIX.replace(', staleAfter: 30m', '');
    expect(day(rules, { sourceValues }, usual).map((line) => line.slice(0, 5))).toEqual([
      ...['10:05', '11:35'],
    ]);
  });

  it('keeps a crossing from being one where the value was stale in between', () => {
    const rules = '  - { when: { becomes: vix.level > 20 }, then: [{ alert: spike }] }\n';
    const quiet = values(
      ['10:00', { level: 19, calm: true }],
      ['10:31', { level: 21, calm: true }],
    );
    expect(day(rules, { sourceValues: quiet })).toEqual([]);
    const steady = values(
      ['10:00', { level: 19, calm: true }],
      ['10:29', { level: 21, calm: true }],
    );
    expect(day(rules, { sourceValues: steady })).toEqual(['10:29:00 alert info: spike']);
  });

  it('says once what does not fit, trades nothing by it, and forgets the value before', () => {
    const rules = `  - { when: { source: vix }, then: [{ alert: heard }] }
  - { when: { every: 5m, from: 10:07, to: 10:40 }, if: vix.level < 14, then: [{ alert: calm }] }
`;
    const sourceValues = values(
      ['10:00', { level: 13, calm: true }],
      ['10:10', { level: '13', calm: true }],
      ['10:15', 13],
      ['10:20', { level: null, calm: true, more: 1 }],
      ['10:30', { level: 12, calm: true }],
    );
    expect(day(rules, { sourceValues })).toEqual([
      '10:00:00 alert info: heard',
      '10:07:00 alert info: calm',
      '10:10:00 alert warning: Source "vix" brought a value that does not fit its fields: "level" must be a number, found "13". They are not known until a value fits',
      '10:20:00 alert info: heard',
      '10:30:00 alert info: heard',
      '10:32:00 alert info: calm',
      '10:37:00 alert info: calm',
    ]);
  });

  it('reads its values in the unit of each field', () => {
    const sources = `sources:
  vix: { file: ./vix-source.ts, fields: { p: percent, pts: points, cash: money, n: number } }
`;
    const rules = `  - when: { source: vix }
    if: vix.p = 1.5% and vix.pts > 24100.5 points and vix.pts < 24100.6 and vix.cash = 5000.5 rupees and vix.n * 100 = 1
    then: [{ alert: read }]
`;
    const sourceValues = values(['10:00', { p: 1.5, pts: 24_100.55, cash: 5_000.5, n: 0.01 }]);
    expect(day(rules, { sourceValues }, sources)).toEqual(['10:00:00 alert info: read']);
  });

  it('ends a wait, and is chosen by', () => {
    const rules = `  - when: { at: 10:00 }
    then:
      - wait: { until: vix.level > 20, atMost: 1h }
      - choose: [{ if: vix.calm, then: [{ alert: calm }] }]
        otherwise: [{ alert: wild }]
`;
    const sourceValues = values(['10:20', { level: 21, calm: false }]);
    expect(day(rules, { sourceValues })).toEqual(['10:20:00 alert info: wild']);
  });

  it('that is silent leaves the day as it is', () => {
    const rules = `  - { when: { source: vix }, then: [{ alert: heard }] }
  - { when: { becomes: vix.level > 20 }, then: [{ enter: all }] }
  - { when: { at: 10:00 }, if: { not: vix.calm }, then: [{ enter: all }] }
`;
    expect(day(rules, {})).toEqual([]);
  });
});

it.each(BOTH_FORMS)(
  'a value in $form from before a gap counts no longer than any other',
  ({ strategyOf }) => {
    const strategy = strategyOf(`${HEAD}${VIX.replace('30m', '10m')}rules:
  - { when: { every: 5m, from: 10:00, to: 10:45 }, if: vix.level < 14, then: [{ alert: calm }] }
`);
    const names = { runId: 'r', strategy: 's', account: 'a', seed: '' } as const;
    const header = { ...names, date: '2026-11-20', mode: 'paper' } as const;
    const params: unknown = strategy.params.parse({});
    const run = createRun({ strategy, params, header, day: tradingDay() });
    run.start(at('09:15'));
    run.advanceTo(at('10:02'));
    const value = { level: 13, calm: true };
    run.deliver({ atMs: at('10:02'), kind: 'source-value', source: 'vix', value });
    const { commands } = run.passGap(at('10:40'));
    // What fell due meanwhile is done as of its time, by what was known then.
    expect(commands.map(({ command }) => inShort(command))).toEqual([
      'alert info: calm',
      'alert info: calm',
    ]);
  },
);

describe.each(BOTH_FORMS)('why a rule of $form did nothing', ({ strategyOf }) => {
  const strategy = strategyOf(`${HEAD}${VIX}rules:
  - name: calm
    when: { every: 5m }
    if: vix.level < 14 and not vix.calm
    then: [{ exit: all }]
`);
  const sourceValues = values(
    ['10:02', { level: 15, calm: false }],
    ['10:37', { level: 13, calm: true }],
    ['10:42', { level: 'low', calm: true }],
  );

  it.each<readonly [ClockTime, string, readonly object[]]>([
    ['10:00', 'condition-unknown', [SILENT, SILENT]],
    ['10:05', 'condition-false', [{ name: 'vix', state: 'fits', heardAtMs: at('10:02') }]],
    ['10:35', 'condition-unknown', [STALE, STALE]],
    ['10:40', 'condition-false', [{ name: 'vix', state: 'fits', heardAtMs: at('10:37') }]],
    ['10:45', 'condition-unknown', [UNFIT, UNFIT]],
  ])('at %s says what its source had said', (time, code, sources) => {
    const answer = askCode(strategy, { sourceValues }, ['calm', time]);
    expect(answer.code).toBe(code);
    expect(answer.missed.flatMap((missed) => missed.sources)).toEqual(sources);
  });

  it('says that a condition was not known before it was true, and by which source', () => {
    const rules = '  - { name: leave, when: { becomes: vix.level > 20 }, then: [{ exit: all }] }\n';
    const leaving = strategyOf(`${HEAD}${VIX}rules:\n${rules}`);
    const levels = values(
      ['10:02', { level: 19, calm: true }],
      ['10:45', { level: 25, calm: true }],
    );
    const answer = askCode(leaving, { sourceValues: levels }, ['leave', '10:45']);
    expect(answer.code).toBe('true-after-unknown');
    expect(answer.missed.flatMap((missed) => missed.sources)).toEqual([STALE]);
    const steady = values(
      ['10:02', { level: 19, calm: true }],
      ['10:05', { level: 25, calm: true }],
    );
    expect(askCode(leaving, { sourceValues: steady }, ['leave', '10:15']).code).toBe(
      'true-already',
    );
  });
});

describe('code that reads a source by rules', () => {
  const vix = defineSource<{ readonly level: number }>({ name: 'vix', open: () => NEVER });

  function failureOf(make: (rules: LegRules) => unknown): string | null {
    let failure: string | null = null;
    const strategy = defineStrategy({
      name: 'coded',
      sources: [vix],
      run: (context) => {
        const exit = '15:10';
        const desk = legDesk(context, { underlying: 'NIFTY', exit, lots: 1, legs: {} });
        const fields = { level: 'number' } as const;
        const rules = legRules(desk, {}, { sources: { vix: { source: vix, fields } } });
        try {
          make(rules);
        } catch (error) {
          failure = (error as Error).message;
        }
        return NEVER;
      },
    });
    playDay({ strategy, end: '09:20' });
    return failure;
  }

  it.each<readonly [(rules: LegRules) => unknown, string]>([
    [
      ({ source }) => source('vox'),
      'Cannot wait for the source "vox": legRules has no such source',
    ],
    [
      ({ becomes }) => becomes(compare(fact.source('vox', 'level'), '>', 1)),
      'Unknown source "vox"',
    ],
    [
      ({ becomes }) => becomes(compare(fact.source('vix', 'last'), '>', 1)),
      'Source "vix" has no field "last"',
    ],
  ])('fails with a reason where it cannot be (%#)', (make, reason) => {
    expect(failureOf(make)).toContain(reason);
  });

  it('may wait for one that it has', () => {
    expect(failureOf(({ source }) => source('vix'))).toBeNull();
  });
});

describe('a file with sources is refused where', () => {
  const rule = (condition: string): string =>
    `${HEAD}${VIX}rules:\n  - { when: { at: 10:00 }, if: ${condition}, then: [{ exit: all }] }\n`;

  it.each([
    ['vox.level > 1', 'Unknown source "vox"', 'nearest  vix'],
    ['vix.levl > 1', 'Source "vix" has no field "levl"', 'nearest  level'],
    ['vix.level.x > 1', 'Source "vix" has no field "level.x"', 'level or calm'],
    ['vix > 1', 'Unknown name "vix"', 'Write vix.level, a field of the source'],
    ['vix.level(5m) > 1', '"vix.level" is not used like this', 'vix.level, without parentheses'],
    ['vix.level > 5 points', '">" does not fit a number and a price', ''],
    ['vix.level', 'This is a number, not a condition', ''],
    ['vix.level and vix.calm', '"and" does not fit a number and a condition', ''],
    ['vix. level > 1', '"." is not part of an expression', ''],
    ['vix.level > 30%', '">" does not fit a number and a percentage', 'Write the number without %'],
  ])('a condition says %j', (condition, message, more) => {
    const text = said(rule(condition));
    expect(text).toContain(message);
    expect(text).toContain(more);
  });

  it('an expression names a source that the file does not have', () => {
    const text = said(rule('vix.level > 1').replace(VIX, ''));
    expect(text).toContain('test.yaml:7:32: Unknown source "vix"');
    expect(text).toContain('nothing: the file has no "sources"');
  });
});
