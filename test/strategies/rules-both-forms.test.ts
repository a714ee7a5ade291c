import fc from 'fast-check';
import {
  asapScheduler,
  defaultIfEmpty,
  delay,
  filter,
  ignoreElements,
  isEmpty,
  map,
  merge,
  mergeMap,
  type Observable,
  observeOn,
  of,
  pairwise,
  ReplaySubject,
  share,
  startWith,
  switchMap,
  take,
  takeUntil,
  withLatestFrom,
} from 'rxjs';
import { expect, it } from 'vitest';

import {
  alert,
  buy,
  type Chain,
  type Command,
  type Contract,
  defineStrategy,
  type OptionType,
  percent,
  place,
  protect,
  runProfit,
  selectNow,
  sell,
  type Side,
  squareOff,
  type Strategy,
  type StrategyContext,
} from '../../src/index.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { anyDay, compiled } from './play-both.ts';
import { playDay } from './scripted-day.ts';

/** What a file says, as its author has it in mind. */
interface Idea {
  readonly side: Side;
  readonly type: OptionType;
  readonly stepsOut: number;
  readonly stopPercent: number | null;
  readonly entryAt: string;
  /** Enter only above this level of the index; null for any. */
  readonly aboveLevel: number | null;
  readonly exitLevel: number;
  readonly isExitAbove: boolean;
  readonly reenterMinutes: number;
  readonly everyMinutes: number;
  readonly lossRupees: number;
  readonly barMinutes: number;
}

const anyIdea: fc.Arbitrary<Idea> = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  type: fc.constantFrom('CE', 'PE'),
  stepsOut: fc.nat(3),
  stopPercent: fc.option(fc.integer({ min: 10, max: 60 })),
  entryAt: fc.constantFrom('09:20', '09:31:30', '10:15', '12:00'),
  aboveLevel: fc.option(fc.integer({ min: 23_900, max: 24_050 })),
  exitLevel: fc.integer({ min: 23_900, max: 24_100 }),
  isExitAbove: fc.boolean(),
  reenterMinutes: fc.integer({ min: 1, max: 30 }),
  everyMinutes: fc.integer({ min: 7, max: 60 }),
  lossRupees: fc.integer({ min: 1, max: 2_000 }),
  barMinutes: fc.constantFrom(5, 15, 60),
});

function yamlOf(idea: Idea): string {
  const strike = idea.stepsOut === 0 ? 'ATM' : `OTM${String(idea.stepsOut)}`;
  const bar = `${String(idea.barMinutes)}m`;
  return `name: idea
schemaVersion: 1
underlying: NIFTY
exit: 15:10
${idea.stopPercent === null ? '' : `stop: ${String(idea.stopPercent)}%`}
legs:
  one: { side: ${idea.side}, type: ${idea.type}, strike: ${strike} }
rules:
  - when: { at: '${idea.entryAt}' }
    ${idea.aboveLevel === null ? '' : `if: index > ${String(idea.aboveLevel)}`}
    then: [{ enter: all }]
  - when: { becomes: index ${idea.isExitAbove ? '>' : '<'} ${String(idea.exitLevel)} }
    then: [{ exit: all }, { alert: crossed }]
  - when: { fill: one, role: exit }
    then: [{ wait: ${String(idea.reenterMinutes)}m }, { enter: [one] }]
    times: 1
  - when: { every: ${String(idea.everyMinutes)}m, from: 10:00, to: 15:00 }
    if: profit < -${String(idea.lossRupees)} rupees
    then: [{ alert: a loss, severity: warning }]
  - when: { bar: ${bar} }
    if: close(${bar}) > open(${bar}) and (high(${bar}) - low(${bar})) * 2 >= close(${bar}) * 0.1%
    then: [{ alert: a wide bar up }]
`;
}

/** The same by hand, in the words of the kit. */
function typescriptOf(idea: Idea): Strategy {
  return defineStrategy({ name: 'idea', run: (context) => runIdea(idea, context) });
}

function runIdea(idea: Idea, context: StrategyContext<Record<string, never>>): Observable<Command> {
  const { at, every, prices, bars, fills, chain } = context;
  const exit = at('15:10', { late: 'run' });
  const options = chain('NIFTY').pipe(share({ connector: () => new ReplaySubject<Chain>(1) }));
  const level = prices('NIFTY').pipe(map(({ lastPaise }) => lastPaise / 100));
  const enter = (rule: string): Observable<Command> =>
    of(rule).pipe(
      selectNow(options),
      map((now) => place(orderOf(idea, contractOf(idea, now)))),
      defaultIfEmpty(
        alert('warning', `No entry by ${rule}: no fresh chain of NIFTY within two minutes`),
      ),
    );
  const profit = runProfit(context).pipe(map(({ profitPaise }) => profitPaise));
  const rules = merge(
    at(idea.entryAt).pipe(
      isEmpty(),
      filter((isMissed) => isMissed),
      map(() => {
        const began = `the run began at ${istClock(Date.now())}`;
        const why = `${began}, more than 2 minutes after ${idea.entryAt}`;
        return alert('warning', `Skipped rule 1: ${why}; not done: enter all`);
      }),
    ),
    at(idea.entryAt).pipe(
      withLatestFrom(level.pipe(startWith(null))),
      filter(([, now]) => idea.aboveLevel === null || (now ?? 0) > idea.aboveLevel),
      switchMap(() => enter('rule 1')),
    ),
    level.pipe(
      // A rule sees a poll as a whole: an entry that waited for its prices comes before a crossing that they bring.
      observeOn(asapScheduler),
      map((now) => (idea.isExitAbove ? now > idea.exitLevel : now < idea.exitLevel)),
      pairwise(),
      filter(([before, now]) => now && !before),
      mergeMap(() => [squareOff('rule 2'), alert('info', 'crossed')]),
    ),
    fills.pipe(
      filter(({ legRef, isComplete }) => legRef.role === 'exit' && isComplete),
      take(1),
      delay(idea.reenterMinutes * 60_000),
      switchMap(() => enter('rule 3')),
    ),
    every(idea.everyMinutes * 60_000, { from: '10:00', to: '15:00' }).pipe(
      withLatestFrom(profit.pipe(startWith(0))),
      filter(([, paise]) => paise < -idea.lossRupees * 100),
      map(() => alert('warning', 'a loss')),
    ),
    bars('NIFTY', idea.barMinutes).pipe(
      filter(({ closePaise, openPaise }) => closePaise > openPaise),
      filter((bar) => (bar.highPaise - bar.lowPaise) * 2 >= Math.round(bar.closePaise / 1_000)),
      map(() => alert('info', 'a wide bar up')),
    ),
    options.pipe(ignoreElements()),
  );
  return merge(
    rules.pipe(takeUntil(exit)),
    idea.stopPercent === null ? [] : fills.pipe(protect({ stop: percent(idea.stopPercent) })),
    exit.pipe(map(() => squareOff('exit time'))),
  );
}

function contractOf({ type, stepsOut }: Idea, chain: Chain): Contract {
  if (stepsOut > 0) return chain.otm(type, stepsOut);
  return type === 'CE' ? chain.atm.ce : chain.atm.pe;
}

function orderOf({ side }: Idea, contract: Contract): ReturnType<typeof buy> {
  const order = side === 'buy' ? buy : sell;
  return order(contract, { leg: 'one', lots: 1 });
}

it(
  'rules decide what the same idea in TypeScript decides, byte for byte',
  { timeout: 60_000 },
  () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyIdea, anyDay, (idea, day) => {
        const [yaml, typescript] = [compiled(yamlOf(idea)), typescriptOf(idea)].map(
          (strategy) => playDay({ strategy, ...day }).commands,
        );
        for (const { command } of yaml ?? []) {
          kinds.add(command.kind === 'alert' ? command.message : command.kind);
        }
        expect(JSON.stringify(yaml)).toBe(JSON.stringify(typescript));
      }),
      { numRuns: 40 },
    );
    // Days on which nothing happens would prove nothing.
    for (const kind of ['place', 'squareOff', 'crossed', 'a loss', 'a wide bar up']) {
      expect(kinds).toContain(kind);
    }
  },
);
