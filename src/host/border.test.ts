import { EMPTY, map, merge, type Observable, of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Json } from '../base/json.ts';
import { type CarriedPosition } from '../model/orders/carried-over.ts';
import { type Command } from '../model/orders/command.ts';
import { type Input } from '../model/runs/input.ts';
import {
  alert,
  ask,
  cancel,
  modify,
  place,
  signal,
  squareOff,
  squareOffPosition,
  startPosition,
} from '../strategy/commands.ts';
import { defineSource, type StrategyContext } from '../strategy/context.ts';
import { buy } from '../strategy/leg-order.ts';
import { contractsAt, fillsAt, ist, listing, option, quotesAt } from './testing/inputs.ts';
import { runOf, strategyOf } from './testing/scripted-run.ts';

const START = ist('09:00');
const AT = ist('09:30');
const CALL = option(24_000, 'CE');
const SOURCE = defineSource({ name: 'vix', open: (): Observable<Json> => EMPTY });

/** One of each kind: a kind without a sample does not compile. */
const INPUTS: Readonly<Record<Input['kind'], () => Input>> = {
  'session-edge': () => ({ kind: 'session-edge', atMs: AT, edge: 'open' }),
  'orders-observed': () =>
    fillsAt(AT, { leg: 'ce', contract: CALL, side: 'sell', units: 65, price: 120 }),
  'contracts-observed': () => contractsAt(AT, listing()),
  'quotes-observed': () => quotesAt(AT, { NIFTY: 24_010, [CALL.symbol]: 118 }),
  'poll-failed': () => ({
    kind: 'poll-failed',
    atMs: AT,
    subject: 'orders',
    cause: 'none came',
    lastGoodAtMs: null,
  }),
  'command-refused': () => ({
    kind: 'command-refused',
    atMs: AT,
    commandIndex: 0,
    leg: 'ce',
    reason: 'no',
  }),
  'position-changed': () => ({
    kind: 'position-changed',
    atMs: AT,
    position: 'p',
    state: 'started',
    positionId: '1',
    detail: '',
  }),
  'signal-answered': () => ({
    kind: 'signal-answered',
    atMs: AT,
    commandIndex: 0,
    state: 'accepted',
    orderId: '1',
    detail: '',
  }),
  'question-answered': () => ({
    kind: 'question-answered',
    atMs: AT,
    question: 'go-on',
    answer: 'yes',
  }),
  'source-value': () => ({
    kind: 'source-value',
    atMs: AT,
    source: 'vix',
    value: { level: 14, path: [13, 14] },
  }),
  'history-observed': () => ({
    kind: 'history-observed',
    atMs: AT,
    asked: { underlying: 'NIFTY', minutes: 15, count: 3, beforeMs: START },
    answer: { bars: [], failure: null },
  }),
};

/** One of each kind: a kind without a sample does not compile. */
const COMMANDS: Readonly<Record<Command['kind'], () => Command>> = {
  place: () => place(buy(option(24_000, 'CE'), { leg: 'ce', lots: 1 })),
  modify: () => modify('ce', 'stop', { kind: 'limit', pricePaise: 105 }),
  cancel: () => cancel(['ce'], 'stop'),
  squareOff: () => squareOff('why', ['ce']),
  startPosition: () => startPosition({ position: 'p', ticker: 'NIFTY', legs: [{ a: [1] }] }),
  squareOffPosition: () => squareOffPosition('p'),
  signal: () =>
    signal({
      trades: [{ ticker: 'NIFTY', side: 'buy', quantity: 1 }],
      signalTag: 'tag',
      brokerIds: ['broker'],
    }),
  ask: () => ask('go-on', 'Go on?', { until: '15:10' }),
  alert: () => alert('info', 'hello'),
};

/** Everything that a strategy can see. */
function seen(context: StrategyContext<unknown>): Observable<unknown> {
  return merge(
    of(context, context.params, context.run),
    context.session,
    context.orders,
    context.fills,
    context.positions,
    context.chain('NIFTY'),
    context.prices('NIFTY'),
    context.prices(CALL),
    context.bars('NIFTY', 1),
    context.pollFailures,
    context.refusals,
    context.customPositions,
    context.signals,
    context.from(SOURCE),
  );
}

/** Changes all that can be changed in a value, as far as it lets itself be changed. */
function spoil(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 6) return;
  for (const key of Object.keys(value)) {
    spoil(Reflect.get(value, key), depth + 1);
    Reflect.set(value, key, 0.5);
    Reflect.deleteProperty(value, key);
  }
  Reflect.set(value, 'added', 0.5);
}

/** A run that notes what it is shown, and then spoils it if it may. */
function onlooker(isSpoiling: boolean) {
  const notes: string[] = [];
  const look = (context: StrategyContext<unknown>): Observable<Command> =>
    seen(context).pipe(
      map((value) => {
        const text = JSON.stringify(value);
        notes.push(text);
        if (isSpoiling) spoil(value);
        return alert('info', text);
      }),
    );
  const carried: readonly CarriedPosition[] = [
    { leg: 'kept', contract: option(24_500, 'PE'), netUnits: 65, openValuePaise: 1, lastPaise: 1 },
  ];
  const run = runOf(strategyOf(look, [SOURCE]), { params: { stop: { percent: 30 } }, carried });
  return { run, notes, carried };
}

function isFrozenWhole(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenWhole);
}

describe('what a run is shown', () => {
  it.each(Object.entries(INPUTS))(
    '%s: what one strategy does to it, nobody else sees',
    (_, sample) => {
      const before = [contractsAt(START, listing()), quotesAt(START, { NIFTY: 24_000 })];
      const input = sample();
      const pristine = structuredClone({ input, before });
      const [spoiler, witness, alone] = [onlooker(true), onlooker(false), onlooker(false)];
      const inputs = [...before, input];
      for (const { run } of [spoiler, witness, alone]) run.start(START);
      for (const each of inputs) for (const { run } of [spoiler, witness]) run.deliver(each);
      for (const each of [...pristine.before, pristine.input]) alone.run.deliver(each);
      expect({ input, before }).toEqual(pristine);
      expect(witness.notes).toEqual(alone.notes);
      expect(spoiler.carried).toEqual(alone.carried);
      expect(witness.notes.length).toBeGreaterThan(3);
    },
  );

  it('is refused to those who write on it, and their run fails', () => {
    const run = runOf((context) =>
      context.orders.pipe(
        map(({ order }) => {
          (order as { filledUnits: number }).filledUnits /= order.lotSizeUnits;
          return alert('info', 'spoiled');
        }),
      ),
    );
    run.start(START);
    const turn = run.deliver(INPUTS['orders-observed']());
    expect(turn.state).toBe('failed');
    expect(turn.failure).toMatch(/Cannot assign to read only property 'filledUnits'/);
  });
});

describe('what a run emits', () => {
  it.each(Object.entries(COMMANDS))('%s: stays as it was when it was emitted', (_, sample) => {
    const command = structuredClone(sample());
    const run = runOf(() => {
      const commands = new Subject<Command>();
      setTimeout(() => {
        commands.next(command);
        spoil(command);
      }, 1);
      return commands;
    });
    run.start(START);
    const [decided] = run.advanceTo(START + 1).commands;
    expect(decided?.command).toEqual(sample());
    expect(isFrozenWhole(decided?.command)).toBe(true);
  });

  it('is read once: a getter has no second answer', () => {
    let reads = 0;
    const command = {
      kind: 'alert',
      severity: 'info',
      get message() {
        reads += 1;
        return reads === 1 ? 'first' : 7;
      },
    } as unknown as Command;
    const turn = runOf(() => of(command)).start(START);
    expect(turn).toMatchObject({
      state: 'completed',
      commands: [{ command: { message: 'first' } }],
    });
    expect(reads).toBe(1);
  });

  it.each<readonly [what: string, make: () => unknown]>([
    [
      'a getter',
      () => ({
        kind: 'alert',
        severity: 'info',
        get message() {
          throw new RangeError('mine');
        },
      }),
    ],
    [
      'a proxy',
      () =>
        new Proxy(alert('info', 'x'), {
          ownKeys: () => {
            throw new RangeError('mine');
          },
        }),
    ],
    [
      'an error that throws when it is described',
      () => {
        throw Object.defineProperty(new RangeError('mine'), 'message', {
          get: () => {
            throw new RangeError('again');
          },
        });
      },
    ],
  ])('fails the run when %s throws', (_, make) => {
    const run = runOf(() => of(null).pipe(map(() => make() as Command)));
    expect(run.start(START)).toMatchObject({ state: 'failed', commands: [] });
  });

  it('watches contracts as they were asked for', () => {
    const contract = { ...CALL };
    const run = runOf((context) => {
      const prices = context.prices(contract).pipe(map(() => alert('info', 'price')));
      setTimeout(() => {
        contract.symbol = 'ANOTHER';
      }, 1);
      return prices;
    });
    const [watch] = run.start(START).watches ?? [];
    run.advanceTo(START + 1);
    expect(watch).toEqual({ kind: 'contract', contract: CALL });
    expect(isFrozenWhole(watch)).toBe(true);
  });

  it.each<readonly [what: string, target: unknown]>([
    ['a number', 7],
    ['half a contract', { symbol: 'NIFTY' }],
    ['a contract without a symbol', { ...CALL, symbol: null }],
  ])('watches nothing that is no contract: %s', (_, target) => {
    const run = runOf((context) =>
      context.prices(target as string).pipe(map(() => alert('info', 'price'))),
    );
    const turn = run.start(START);
    expect(turn.state).toBe('failed');
    expect(turn.failure).toMatch(/Cannot watch what the strategy asked for/);
  });
});
