import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import fc from 'fast-check';
import {
  asapScheduler,
  bufferTime,
  debounceTime,
  delay,
  EMPTY,
  filter,
  firstValueFrom,
  interval,
  map,
  merge,
  mergeMap,
  type Observable,
  observeOn,
  of,
  scan,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { type Input } from '../model/runs/input.ts';
import { alert, place } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { percent } from '../strategy/distance.ts';
import { sell } from '../strategy/leg-order.ts';
import { protect } from '../strategy/protect.ts';
import { rupees, stopWhole } from '../strategy/whole.ts';
import { type StrategyRun } from './run.ts';
import { contractsAt, fillsAt, ist, option, quotesAt } from './testing/inputs.ts';
import { runOf } from './testing/scripted-run.ts';

const START = ist('09:00');
const CE = option(24_000, 'CE');
const note = (message: unknown): Command => alert('info', String(message));

type Piece = (context: StrategyContext<unknown>) => Observable<Command>;

/** Pieces that strategies are put together from: each leans on time, randomness or inputs in another way. */
const PIECES: readonly Piece[] = [
  () => interval(700).pipe(map(() => note(`interval ${String(Math.random())}`))),
  ({ prices }) =>
    prices('NIFTY').pipe(
      debounceTime(900),
      map((price) => note(price.lastPaise)),
    ),
  ({ prices }) =>
    prices('NIFTY').pipe(
      throttleTime(1_500),
      map(() => note(Date.now())),
    ),
  ({ prices }) =>
    prices('NIFTY').pipe(
      bufferTime(2_000),
      filter((all) => all.length > 0),
      map((all) => note(all.length)),
    ),
  ({ prices }) =>
    prices('NIFTY').pipe(
      switchMap((price) => timer(price.lastPaise % 1_000)),
      map(() => note('switched')),
    ),
  ({ prices }) =>
    prices('NIFTY').pipe(
      mergeMap((price) => of(price.lastPaise).pipe(delay(Math.random() * 3_000))),
      map(note),
    ),
  ({ prices }) =>
    prices('NIFTY').pipe(
      observeOn(asapScheduler),
      map(() => note(crypto.randomUUID())),
    ),
  ({ every }) => every(5_000, { from: '09:00', to: '10:00' }).pipe(map(({ atMs }) => note(atMs))),
  ({ at, chain }) =>
    at('09:01').pipe(
      switchMap(() => chain('NIFTY')),
      map(({ atm }) => place(sell(atm.ce, { leg: 'ce', lots: 1 }))),
    ),
  ({ fills }) => fills.pipe(protect({ stop: percent(25) })),
  (context) => stopWhole(context, rupees(500)),
  ({ orders }) =>
    orders.pipe(
      scan((count) => count + 1, 0),
      map(note),
    ),
  () => timer(0, 3_000).pipe(map(() => note(new Date().toLocaleString()))),
];

const pieces = fc.uniqueArray(fc.nat(PIECES.length - 1), { minLength: 1, maxLength: 6 });
const steps = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.nat(4_000)),
    kind: fc.constantFrom('index', 'option', 'fill', 'contracts'),
    price: fc.integer({ min: 23_000, max: 25_000 }),
  }),
  { maxLength: 25 },
);

function inputsOf(
  made: readonly { afterMs: number; kind: string; price: number }[],
): readonly Input[] {
  let atMs = START;
  return made.map(({ afterMs, kind, price }, index) => {
    atMs += afterMs;
    if (kind === 'contracts') return contractsAt(atMs);
    if (kind === 'fill') {
      const fill = {
        leg: 'ce',
        contract: CE,
        side: 'sell',
        units: 65,
        price: price / 100,
      } as const;
      return fillsAt(atMs, { ...fill, orderId: String(index) });
    }
    return quotesAt(atMs, kind === 'index' ? { NIFTY: price } : { [CE.symbol]: price / 100 });
  });
}

function strategyRun(chosen: readonly number[]): StrategyRun {
  return runOf((context) => merge(...chosen.map((index) => PIECES[index]?.(context) ?? EMPTY)));
}

/** Lets a run go through its inputs; `advances` says after which of them time is let go on by itself, as live. */
function* log(run: StrategyRun, inputs: readonly Input[], advances: boolean): Generator<string> {
  yield JSON.stringify(run.start(START).commands);
  for (const input of inputs) {
    const dueMs = run.nextTimerMs();
    if (advances && dueMs !== null && dueMs <= input.atMs) {
      yield JSON.stringify(run.advanceTo(dueMs).commands);
    }
    yield JSON.stringify(run.deliver(input).commands);
  }
  yield JSON.stringify(run.advanceTo(START + 120_000).commands);
}

/** The commands of all turns as one text, whatever turns they came in. */
function commandsOf(parts: Iterable<string>): string {
  return [...parts]
    .map((part) => part.slice(1, -1))
    .filter((part) => part !== '')
    .join(',');
}

describe('the same inputs give the same commands, byte for byte', () => {
  it('again, with turns cut otherwise, and with other runs in between', () => {
    fc.assert(
      fc.property(pieces, steps, pieces, (chosen, made, others) => {
        const inputs = inputsOf(made);
        const once = commandsOf(log(strategyRun(chosen), inputs, false));
        expect(commandsOf(log(strategyRun(chosen), inputs, true))).toBe(once);
        const mine = log(strategyRun(chosen), inputs, false);
        const theirs = log(strategyRun(others), inputs, true);
        const mixed: string[] = [];
        for (const part of mine) {
          mixed.push(part);
          theirs.next();
          Math.random();
        }
        expect(commandsOf(mixed)).toBe(once);
      }),
      { numRuns: 60 },
    );
  });

  it('on a machine in another zone, at another real time', async () => {
    const child = `
      import { interval, map, take, timer, merge } from 'rxjs';
      import { DateTime } from 'luxon';
      import { alert } from './src/strategy/commands.ts';
      import { runOf } from './src/host/testing/scripted-run.ts';
      import { ist } from './src/host/testing/inputs.ts';
      const run = runOf(() => merge(
        interval(61_000).pipe(map(() => [Date.now(), new Date().getHours(), Math.random(), new Date().toString()])),
        timer(5).pipe(map(() => [DateTime.now().toISO(), new Date(2026, 1, 1).getTime(), new Date().toLocaleString()])),
      ).pipe(map((all) => alert('info', all.join(' ')))));
      const turns = [run.start(ist('09:00')), run.advanceTo(ist('09:10'))];
      process.stdout.write(JSON.stringify(turns));`;
    const logs = await Promise.all(
      ['America/New_York', 'Pacific/Apia'].map(async (zone) => {
        const options = { env: { ...process.env, TZ: zone } };
        const args = ['--input-type=module-typescript', '-e', child];
        return (await promisify(execFile)(process.execPath, args, options)).stdout;
      }),
    );
    expect(logs[0]).toContain('India Standard Time');
    expect(new Set(logs).size).toBe(1);
  });
});

describe('runs leave the process as it was', () => {
  it('between turns time, timers and randomness are those of the machine', async () => {
    const run = runOf(() => interval(1_000).pipe(map(note)));
    run.start(START);
    const before = Date.now();
    expect(Math.abs(new Date().getTime() - before)).toBeLessThan(60_000);
    expect(before).not.toBe(START);
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await firstValueFrom(timer(0, asapScheduler), { defaultValue: null });
    expect(run.nextTimerMs()).toBe(START + 1_000);
    expect(new Date()).toBeInstanceOf(Date);
    expect(structuredClone(new Date(5))).toBeInstanceOf(Date);
    expect(Object.getPrototypeOf(new Date(5))).toBe(Date.prototype);
    class Own extends Date {}
    expect(new Own(7)).toBeInstanceOf(Own);
  });

  it('a run driven from inside an RxJS timer keeps its own schedule, and the timer its own', async () => {
    const run = runOf(() =>
      merge(
        timer(0).pipe(map(() => note('zero'))),
        of('asap').pipe(observeOn(asapScheduler), map(note)),
        timer(50).pipe(map(() => note('fifty'))),
      ),
    );
    const driven = timer(0).pipe(map(() => [run.start(START), run.advanceTo(START + 50)]));
    const commands = (await firstValueFrom(driven, { defaultValue: [] })).flatMap((turn) =>
      turn.commands.map(({ command }) => command),
    );
    expect(commands).toEqual([note('asap'), note('zero'), note('fifty')]);
  });

  it('an error thrown in a timer of one run does not reach the timers of another', () => {
    const broken = runOf(() => {
      timer(10).subscribe({
        next: () => {
          throw new RangeError('mine alone');
        },
        error: () => undefined,
      });
      timer(10).subscribe({ error: () => undefined });
      return interval(10).pipe(map(note));
    });
    const sound = runOf(() => interval(10).pipe(map(note)));
    sound.start(START);
    broken.start(START);
    expect(broken.advanceTo(START + 30)).toMatchObject({ state: 'failed' });
    const turn = sound.advanceTo(START + 30);
    expect(turn.state).toBe('running');
    expect(turn.commands.map(({ command }) => command)).toEqual([0, 1, 2].map(note));
  });
});
