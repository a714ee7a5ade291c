import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRun } from '../../src/host/run.ts';
import { tradingDay } from '../../src/host/testing/inputs.ts';
import { type YamlStrategy } from '../../src/language/compile-source.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { shippedFiles } from '../support/shipped-strategies.ts';
import { anyDocument } from './any-document.ts';
import { ejectedText, formatted, strategyOf } from './ejected.ts';
import { anyDay, compiled, shippedYaml } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';
import { WordPage } from './word-page.ts';

const SHIPPED = shippedFiles().filter((file) => file.endsWith('.yaml'));
const FUTURES = ['2026-11-24', '2026-12-29'];

type Day = Omit<DayScript, 'strategy'>;

/** Plays a day with a file and with what it is ejected to; gives the log of the file. */
function playBoth(yaml: YamlStrategy, day: Day): readonly string[] {
  const module = ejectedText(yaml);
  const [ofYaml, ofModule] = [yaml, strategyOf(module)].map((strategy) =>
    playDay({ strategy, futures: FUTURES, ...day }),
  );
  expect(JSON.stringify(ofModule?.commands)).toBe(JSON.stringify(ofYaml?.commands));
  expect(strategyOf(module).protections).toEqual(yaml.protections);
  expect(strategyOf(module).broker?.name).toBe(yaml.broker?.name);
  return ofYaml?.log ?? [];
}

const DECLARED = `name: levels
schemaVersion: 1
underlying: NIFTY
exit: '15:10'
parameters:
  # Where it enters.
  level: { default: 24100 points, min: 20000 points, max: 30000 points, description: Where it enters }
  tries: { default: 2 }
variables: { done: 0 }
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
rules:
  - when: { becomes: index > level }
    if: done < tries
    then: [{ enter: [ce] }, { set: { done: done + 1 } }]
`;

/** What a configuration may try to change. */
const anyParams = fc.record(
  {
    underlying: fc.constantFrom('NIFTY', 'nifty'),
    entry: fc.constantFrom('09:25', '15:20', 'noon'),
    exit: fc.constantFrom('14:30', '09:15', '15:00:30'),
    before: fc.constantFrom('11:00', '23:00'),
    range: fc.constantFrom('5 minutes', '0 minutes'),
    bar: fc.constantFrom('3 minutes', 'a bar'),
    lots: fc.constantFrom(2, 0, 1_001, 1.5),
    stop: fc.constantFrom('25%', '500 rupees', 25, '0%'),
    target: fc.constantFrom('8 points', 'all'),
    units: fc.constantFrom(75, 0.5),
    risk: fc.constantFrom('2%', '900 rupees', 'all'),
    share: fc.constantFrom('30%', '101%'),
    capital: fc.constantFrom('90000 rupees', '1%'),
    maxLots: fc.constantFrom(2, 0),
  },
  { requiredKeys: [] },
);

describe('what a file is ejected to', () => {
  it(
    'decides the same as the file, byte for byte, in every form and word',
    { timeout: 240_000 },
    () => {
      const seen = new Map<string, number>();
      fc.assert(
        fc.property(anyDocument, anyDay, (text, day) => {
          fc.pre(compileStrategy(text, 'drawn.yaml').ok);
          for (const line of playBoth(compiled(text), day)) {
            const [, kind = ''] = line.split(' ');
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
        }),
        { numRuns: 40 },
      );
      // Days on which nothing happens would prove nothing.
      for (const kind of ['place', 'squareOff', 'alert']) {
        expect(seen.get(kind) ?? 0).toBeGreaterThan(3);
      }
    },
  );

  it('takes the same parameters with the same defaults, and refuses the same', () => {
    fc.assert(
      fc.property(anyDocument, anyParams, (text, params) => {
        const result = compileStrategy(text, 'drawn.yaml');
        fc.pre(result.ok);
        const [yaml, module] = [result.value, strategyOf(ejectedText(result.value))].map(
          (strategy) => strategy.params.safeParse(params),
        );
        expect(module?.data).toEqual(yaml?.data);
        expect(module?.error?.issues).toEqual(yaml?.error?.issues);
      }),
      { numRuns: 60 },
    );
  });

  it.each<Readonly<Record<string, unknown>>>([
    {},
    { level: '24120 points', tries: 1 },
    { level: 23_990 },
    { level: '40%' },
    { level: '31000 points' },
    { tries: 'two' },
  ])('reads the parameters that its rules declare: %j', (params) => {
    const yaml = compiled(DECLARED);
    const both = [yaml, strategyOf(ejectedText(yaml))].map((one) => one.params.safeParse(params));
    expect(both[1]).toEqual(both[0]);
    const index = (time: string): number => (time < '10:00' || time > '11:00' ? 23_900 : 24_150);
    const log = both[0]?.success === true ? playBoth(yaml, { index, params }) : [];
    expect(log.some((line) => line.includes(' place'))).toBe(both[0]?.success);
  });

  it('is laid out as the formatter leaves it', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (text) => {
        const result = compileStrategy(text, 'drawn.yaml');
        fc.pre(result.ok);
        const module = ejectedText(result.value);
        expect(module).toBe(await formatted(module));
      }),
      { numRuns: 40 },
    );
  });

  it.each(SHIPPED)('is in order for %s', async (file) => {
    const yaml = shippedYaml(file.replace(/\.yaml$/, ''));
    const module = ejectedText(yaml);
    expect(module).toBe(await formatted(module));
    fc.assert(
      fc.property(anyDay, (day) => {
        playBoth(yaml, day);
      }),
      { numRuns: 1 },
    );
  });
});

const GAP = `name: waits
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs: { ce: { side: sell, type: CE, strike: ATM } }
rules:
  - when: { at: 10:00 }
    then: [{ wait: 5m, onRestart: POLICY }, { alert: waited }]
`;

/** What a run asks for of which nothing ran from 10:02 until then. */
function acrossGap(strategy: Strategy, until: string): string {
  const date = '2026-11-20';
  const header = {
    runId: 'r',
    strategy: 's',
    date,
    mode: 'paper',
    account: 'a',
    seed: '',
  } as const;
  const params: unknown = strategy.params.parse({});
  const run = createRun({ strategy, params, header, day: tradingDay() });
  run.start(instantAt(date, '09:15'));
  run.advanceTo(instantAt(date, '10:02'));
  return JSON.stringify(run.passGap(instantAt(date, until)).commands);
}

it.each(['fire', 'skip', 'ask', '{ fire-if-within: 2m }', '{ fire-if-within: 4m }'])(
  'what a file with onRestart: %s is ejected to decides the same after a gap',
  (policy) => {
    const yaml = compiled(GAP.replace('POLICY', policy));
    const module = strategyOf(ejectedText(yaml));
    for (const until of ['10:04', '10:05', '10:08', '10:30']) {
      expect(acrossGap(module, until)).toBe(acrossGap(yaml, until));
    }
  },
);

describe.each(['legs', 'rules', 'position', 'signals'])('every word of the page of %s', (form) => {
  const page = new WordPage(`yaml-${form}.md`, `${form}.yaml`);

  it.each([...page.sections])('can be ejected: $words', async ({ good }) => {
    const yaml = compiled(page.fileOf(good));
    const module = ejectedText(yaml);
    expect(module).toBe(await formatted(module));
    playBoth(yaml, { pollEveryMs: 20_000 });
  });
});
