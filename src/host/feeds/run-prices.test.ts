import { map, merge, switchMap, take, tap, withLatestFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../../model/orders/command.ts';
import { type Input } from '../../model/runs/input.ts';
import { istClock } from '../../model/time/ist.ts';
import { type KnownPriceFeed, lookOf } from '../../ports/price-feed.ts';
import { alert } from '../../strategy/commands.ts';
import { ist, option, quotesAt } from '../testing/inputs.ts';
import { play, runOf } from '../testing/scripted-run.ts';
import { type TimedCommand } from '../../ports/run-host.ts';
import { Sight } from './run-prices.ts';

const note = (message: unknown): Command => alert('info', String(message));
const said = ({ atMs, command }: TimedCommand): string =>
  `${new Date(atMs + 19_800_000).toISOString().slice(11, 19)} ${command.kind === 'alert' ? command.message : command.kind}`;
const CE = option(24_000, 'CE');
const PE = option(24_000, 'PE');

describe('prices', () => {
  it('replay the latest, and only those of what was asked for', () => {
    const run = runOf((context) =>
      context.at('09:20').pipe(
        switchMap(() => context.prices(CE)),
        map((price) => note(`${String(price.lastPaise)} ${String(price.seen.ageMsMax)}`)),
      ),
    );
    const commands = play(run, [
      quotesAt(ist('09:19'), { [CE.symbol]: 100, [PE.symbol]: 90 }),
      quotesAt(ist('09:21'), { [PE.symbol]: 91 }),
      quotesAt(ist('09:22'), { [CE.symbol]: 101.5 }),
    ]);
    expect(commands.map(said)).toEqual(['09:20:00 10000 50', '09:22:00 10150 50']);
  });

  it('are watched for as long as somebody listens', () => {
    const run = runOf((context) =>
      merge(
        context.prices('NIFTY').pipe(take(1)),
        context.prices('NIFTY').pipe(take(2)),
        context.prices(CE).pipe(take(1)),
      ).pipe(map(() => note('x'))),
    );
    const index = { kind: 'index', underlying: 'NIFTY' };
    expect(run.start(ist('09:00')).watches).toEqual([{ kind: 'contract', contract: CE }, index]);
    expect(run.deliver(quotesAt(ist('09:16'), { NIFTY: 1 })).watches).toBeNull();
    expect(run.deliver(quotesAt(ist('09:17'), { NIFTY: 2 })).watches).toEqual([
      { kind: 'contract', contract: CE },
    ]);
    expect(run.deliver(quotesAt(ist('09:18'), { [CE.symbol]: 2 })).watches).toEqual([]);
  });
});

describe('prices that stay as they are', () => {
  const second = (from: string, seconds: number) =>
    quotesAt(ist(from) + seconds * 1_000, { [CE.symbol]: 100 });
  const whenTold = (inputs: readonly Input[]): readonly string[] => {
    const run = runOf((context) => context.prices(CE).pipe(map(() => note(''))));
    return play(run, inputs).map(({ atMs }) => istClock(atMs));
  };

  it('are told once, and again by the first poll of each minute', () => {
    const inputs = Array.from({ length: 130 }, (_, seconds) => second('09:20:30', seconds));
    expect(whenTold(inputs)).toEqual(['09:20:30', '09:21:00', '09:22:00']);
  });

  it('are told again after a time in which nobody looked', () => {
    const inputs = [0, 1, 3, 6, 7].map((seconds) => second('09:20:30', seconds));
    expect(whenTold(inputs)).toEqual(['09:20:30', '09:20:36']);
  });

  it('are told again after a poll that failed', () => {
    const failed: Input = {
      kind: 'poll-failed',
      atMs: ist('09:20:32'),
      subject: 'quotes',
      cause: 'no answer',
      lastGoodAtMs: ist('09:20:31'),
    };
    const inputs = [second('09:20:30', 1), failed, second('09:20:30', 3), second('09:20:30', 4)];
    expect(whenTold(inputs)).toEqual(['09:20:31', '09:20:33']);
  });

  it('are as young as the last poll, also of those that need not be made', () => {
    const ages: number[] = [];
    const run = runOf((context) =>
      merge(context.at('09:20:40'), context.at('09:20:50')).pipe(
        withLatestFrom(context.prices(CE)),
        tap(([{ atMs }, { seen }]) => ages.push(atMs - seen.observedAtMs)),
        map(() => note('')),
      ),
    );
    const held = second('09:20:38', 0);
    const repeats = { everyMs: 1_000, untilMs: ist('09:20:45') };
    play(run, [second('09:20:30', 0), { ...held, repeats }], { untilMs: ist('09:21') });
    expect(ages).toEqual([1_000, 6_000]);
  });
});

describe('prices that are pushed', () => {
  const FROM_MS = ist('09:15');
  const UNTIL_MS = ist('09:20');
  const STEP_MS = 7_000;
  const priceAt = (atMs: number): number => 100 + (Math.floor((atMs - FROM_MS) / STEP_MS) % 5);
  const quotesOf = (atMs: number) => quotesAt(atMs, { NIFTY: priceAt(atMs) });
  /** The first is an input; what follows is pushed. */
  const told = (): Input => ({
    ...quotesOf(FROM_MS),
    repeats: { everyMs: 1_000, untilMs: FROM_MS + STEP_MS },
  });
  const feed: KnownPriceFeed = {
    subscribe: ({ fromMs }) => {
      let nextMs = fromMs;
      const take = () => {
        const atMs = nextMs;
        const steps = Math.floor((atMs - FROM_MS) / STEP_MS) + 1;
        const untilMs = Math.min(
          FROM_MS + steps * STEP_MS,
          (Math.floor(atMs / 60_000) + 1) * 60_000,
        );
        nextMs = untilMs < UNTIL_MS ? untilMs : Infinity;
        return { atMs, quotes: quotesOf(atMs).quotes, repeats: { everyMs: 1_000, untilMs } };
      };
      return {
        get nextMs() {
          return nextMs;
        },
        take,
        takeLatest: take,
        passOver: (beforeMs, tell) => {
          for (let atMs = nextMs; ; atMs = nextMs) {
            take();
            if (nextMs >= beforeMs) {
              nextMs = atMs;
              return;
            }
            passedOver += 1;
            tell(100 * priceAt(atMs));
          }
        },
        look: () => lookOf(take()),
      };
    },
  };
  let passedOver = 0;
  const prices = { prices: feed };
  const whole = Array.from({ length: 300 }, (_, second) => quotesOf(FROM_MS + second * 1_000));
  const barsOf = (inputs: readonly Input[]): readonly string[] =>
    play(
      runOf(
        (context) =>
          merge(
            context.bars('NIFTY', 1),
            context.bars('NIFTY', 2),
            context.at('09:17:20').pipe(switchMap(() => context.bars('NIFTY', 1))),
          ).pipe(map((bar) => note(JSON.stringify(bar)))),
        prices,
      ),
      inputs,
      { untilMs: UNTIL_MS },
    ).map(said);

  it('make the bars that they would make if each were an input', () => {
    expect(barsOf([told()])).toEqual(barsOf(whole));
    expect(passedOver).toBeGreaterThan(0);
  });

  it('come no more once something else has come', () => {
    const halfway = whole.slice(150);
    expect(barsOf([told(), ...halfway])).toEqual(barsOf(whole));
    // Of the first minute and of the first two.
    expect(barsOf([told(), quotesOf(ist('09:15:30'))])).toHaveLength(2);
  });

  it('are the latest to a stream that begins to follow them, and have turns of their own from then on', () => {
    const run = runOf(
      (context) =>
        merge(
          context.bars('NIFTY', 1).pipe(map(({ closePaise }) => note(closePaise))),
          context.at('09:16:10').pipe(
            switchMap(() => context.prices('NIFTY')),
            map((price) => note(`${istClock(price.seen.observedAtMs)} ${String(price.lastPaise)}`)),
          ),
        ),
      prices,
    );
    run.start(ist('09:00'));
    run.deliver(told());
    expect(run.nextPriceMs()).toBeNull();
    const { commands } = run.advanceTo(ist('09:16:10'));
    expect(commands.map(said).at(-1)).toBe(
      `09:16:10 09:16:09 ${String(100 * priceAt(ist('09:16:09')))}`,
    );
    expect(run.nextPriceMs()).toBe(FROM_MS + 10 * STEP_MS);
    run.stop();
    expect(run.nextPriceMs()).toBeNull();
  });

  it('are forgotten when the run watches something else', () => {
    const run = runOf(
      (context) =>
        merge(
          context.bars('NIFTY', 1).pipe(map(({ closePaise }) => note(closePaise))),
          context.at('09:15:30').pipe(
            switchMap(() => context.prices(CE)),
            map(() => note('never')),
          ),
        ),
      prices,
    );
    run.start(ist('09:00'));
    run.deliver(told());
    run.advanceTo(ist('09:15:30'));
    const commands = run.advanceTo(UNTIL_MS).commands.map(said);
    expect(commands).toEqual([`09:16:00 ${String(100 * priceAt(ist('09:15:29')))}`]);
  });
});

describe('bars', () => {
  const bars = (startAt: string, minutes: number): readonly string[] =>
    play(
      runOf((context) =>
        context
          .bars('NIFTY', minutes)
          .pipe(
            map((bar) =>
              note([bar.openPaise, bar.highPaise, bar.lowPaise, bar.closePaise].join(' ')),
            ),
          ),
      ),
      [
        ['09:10', 9],
        ['09:15', 10],
        ['09:16', 14],
        ['09:18', 8],
        ['09:19:59', 11],
        ['09:20', 12],
        ['09:31', 13],
        ['15:29', 20],
        ['15:31', 30],
      ].flatMap(([time, price]) =>
        ist(String(time)) < ist(startAt)
          ? []
          : [quotesAt(ist(String(time)), { NIFTY: Number(price) })],
      ),
      { startMs: ist(startAt), untilMs: ist('16:00') },
    ).map(said);

  it('come when complete, aligned to the open, without what was before it and after the close', () => {
    expect(bars('09:00', 5)).toEqual([
      '09:20:00 1000 1400 800 1100',
      '09:25:00 1200 1200 1200 1200',
      '09:35:00 1300 1300 1300 1300',
      '15:30:00 2000 2000 2000 2000',
    ]);
  });

  it('leave out the one whose beginning was missed', () => {
    expect(bars('09:16', 5)[0]).toBe('09:25:00 1200 1200 1200 1200');
  });

  it('end with the session when it is no multiple of them', () => {
    expect(bars('09:00', 360).at(-1)).toBe('15:30:00 2000 2000 2000 2000');
  });
});

describe('when something was last seen', () => {
  it('is when its poll was, where nothing is known of later ones', () => {
    const seen = { observedAtMs: 10_000, ageMsMax: 80 };
    expect(new Sight(seen).shown(60_000)).toBe(seen);
  });

  it.each([
    [10_000, 10_000],
    [11_000, 10_000],
    [11_001, 11_000],
    [13_999, 13_000],
    [15_000, 14_000],
    // The poll that would begin as the time ends is a new one.
    [90_000, 14_000],
  ])('is, read at %i, the start of the poll at %i', (nowMs, observedAtMs) => {
    const seen = { observedAtMs: 10_000, ageMsMax: 0 };
    const repeats = { everyMs: 1_000, untilMs: 15_000 };
    const sight = new Sight(seen, repeats);
    expect(new Sight(seen, repeats).shown(nowMs)).toEqual({ observedAtMs, ageMsMax: 0 });
    const shown = sight.shown(10_000);
    expect(sight.grow(nowMs)).toBe(nowMs < 15_000);
    expect(shown).toEqual({ observedAtMs, ageMsMax: 0 });
    expect(sight.observedAtMs(nowMs)).toBe(observedAtMs);
  });
});
