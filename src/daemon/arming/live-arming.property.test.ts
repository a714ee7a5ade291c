import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { concat, ignoreElements, map, merge, mergeMap, of, switchMap, take, timer } from 'rxjs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { virtualWorld, type VirtualWorld } from '../../../test/support/virtual-day.ts';
import { createCommandLog } from '../../day/command-log.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import { createStrategyStores } from '../../day/strategy-stores.ts';
import { TradingDay } from '../../day/trading-day.ts';
import { place, squareOff } from '../../strategy/commands.ts';
import { defineStrategy } from '../../strategy/define-strategy.ts';
import { buy } from '../../strategy/leg-order.ts';
import { driveVirtual } from '../../kernel/drive-virtual.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { extraTags } from '../../model/orders/tag.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { tapPolls } from '../preflight/polled-sight.ts';
import { type ToArm } from './arming-conditions.ts';
import { armedRuns, isSameStrategy, readArming, removeArming, writeArming } from './arming-file.ts';
import { LiveArming } from './live-arming.ts';

const DATE = '2026-10-30';
const ACCOUNT = { venue: { kind: 'simulator', brokerId: 'own' } } as const;
const knowledge = loadMarketKnowledge();
const day = knowledge.calendar.day(DATE);
const at = (clock: string): number => instantAt(DATE, clock);

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-arming-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Buys every minute and sells half a minute later, whatever was refused before. */
function roundTrips(name: string, version: number): LoadedStrategy {
  const strategy = defineStrategy({
    name,
    run: ({ chain, every, prices }) =>
      chain('NIFTY').pipe(
        take(1),
        map((listed) => listed.at('CE', 2_400_000)),
        switchMap((contract) => {
          const trips = every(60_000, { from: '09:16', to: '09:38' }).pipe(
            mergeMap(({ dueAtMs }) => {
              const leg = `trip-${String(dueAtMs)}`;
              const out = timer(30_000).pipe(map(() => squareOff('half a minute', [leg])));
              return concat(of(place(buy(contract, { leg, lots: 1 }))), out);
            }),
          );
          return merge(trips, prices(contract).pipe(ignoreElements()));
        }),
      ),
  });
  return { path: name, strategy, params: {}, sourceHash: `${name} ${String(version)}` };
}

type Step =
  | { readonly kind: 'arm'; readonly forMs: number; readonly isWithoutPromotion: boolean }
  | { readonly kind: 'disarm' | 'look' | 'restart' | 'change' | 'other-day' };

const step: fc.Arbitrary<Step & { readonly afterMs: number }> = fc
  .record({
    afterMs: fc.integer({ min: 5_000, max: 240_000 }),
    of: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('arm' as const),
          forMs: fc.integer({ min: 1_000, max: 1_200_000 }),
          isWithoutPromotion: fc.boolean(),
        }),
      },
      {
        weight: 5,
        arbitrary: fc
          .constantFrom('disarm', 'look', 'restart', 'change', 'change', 'other-day')
          .map((kind) => ({ kind })),
      },
    ),
  })
  .map(({ afterMs, of: kind }) => ({ ...kind, afterMs }));

/** What reached the exchange. */
interface Reached {
  entries: number;
  exits: number;
  /** Exits that left while entries could not. */
  exitsMeanwhile: number;
  /** Entries that left though something was missing: there must be none. */
  readonly wrong: string[];
}

/** An account in a virtual world: processes come and go, the exchange, the journal and the file stay. */
class Account {
  readonly reached: Reached = { entries: 0, exits: 0, exitsMeanwhile: 0, wrong: [] };
  readonly world: VirtualWorld;
  readonly #journal: ReadableJournal = createMemoryJournal();
  readonly #path: string;
  #version = 1;
  #trading: TradingDay | null = null;
  #arming: LiveArming | null = null;

  constructor(path: string) {
    this.#path = path;
    this.world = virtualWorld({ seed: 'arming', stepMs: 5_000 });
  }

  /** The second strategy has had its paper days, whatever its version; the first has none. */
  #strategies(): readonly ToArm[] {
    return armedRuns(this.#loaded(), ACCOUNT).map((of) => {
      const cleanDays = of.name === 'proven' ? 3 : 0;
      return { ...of, cleanDays, runId: `${of.name}@${DATE}/live` };
    });
  }

  #loaded(): readonly LoadedStrategy[] {
    return [roundTrips('unproven', 1), roundTrips('proven', this.#version)];
  }

  /** Judges by the words of the documentation, not by the code under test. */
  #mayEnter(run: string | undefined): boolean {
    const arming = readArming(this.#path);
    const nowMs = this.world.clock.nowMs();
    if (arming?.date !== DATE || nowMs >= arming.untilMs) return false;
    const strategy = this.#strategies().find(({ runId }) => wordOf(runId) === run);
    if (strategy === undefined) return false;
    const isArmed = arming.strategies.some((of) => isSameStrategy(of, strategy));
    return isArmed && (strategy.cleanDays >= 3 || arming.isWithoutPromotion);
  }

  /** What stands before the exchange, and counts. */
  #counted(): Venue {
    const { venue } = this.world;
    return {
      ...venue,
      attempt: (attempt, atMs) => {
        const elements = attempt.kind === 'place' ? attempt.request.elements : [];
        for (const { extraTags: words, tag } of elements) {
          const isFree = this.#mayEnter(words['run']);
          if (words['role'] === 'entry') {
            this.reached.entries += 1;
            if (!isFree) this.reached.wrong.push(tag);
          } else {
            this.reached.exits += 1;
            if (!isFree) this.reached.exitsMeanwhile += 1;
          }
        }
        return venue.attempt(attempt, atMs);
      },
    };
  }

  start(): void {
    const { clock, brokerId } = this.world;
    let trading: TradingDay | null = null;
    let vetoes: readonly Veto[] = [];
    const arming = new LiveArming({
      ...{ account: 'main', day, clock, path: this.#path, paperDays: 3 },
      strategies: this.#strategies(),
      books: () => trading?.view() ?? null,
      onVetoes: (all) => {
        vetoes = all;
        trading?.veto(all);
      },
      onNotice: () => undefined,
      // The loop never gets to look: what is due late is looked at by the steps of the test alone.
      wait: () => new Promise(() => undefined),
    });
    arming.look();
    const venue = arming.guard(
      tapPolls(this.#counted(), (result) => {
        arming.take(result);
      }),
    );
    const made = new TradingDay({
      ...{ day, knowledge, clock, brokerId, venue },
      ...{ mode: 'live', account: 'main', seed: 'arming', requests: 'at-once' },
      strategies: this.#loaded(),
      limits: {},
      stores: createStrategyStores(),
      log: createCommandLog({ write: () => undefined }),
      onNotice: () => undefined,
      journal: this.#journal,
    });
    valueOf(made.start({ sources: 'left-closed', vetoes }));
    trading = made;
    this.#trading = made;
    this.#arming = arming;
    arming.begin();
  }

  drive(untilMs: number): void {
    if (this.#trading !== null) driveVirtual(this.#trading.kernel, this.world.clock, untilMs);
  }

  stop(): TradingDay | null {
    this.#arming?.end();
    this.#trading?.stop();
    return this.#trading;
  }

  take(of: Step): void {
    switch (of.kind) {
      case 'arm':
        this.#arm(of, DATE);
        break;
      case 'other-day':
        this.#arm({ forMs: 86_400_000, isWithoutPromotion: true }, '2026-10-29');
        break;
      case 'disarm':
        removeArming(this.#path);
        break;
      case 'look':
        this.#arming?.look();
        break;
      case 'change':
        this.#version += 1;
        this.stop();
        this.start();
        break;
      case 'restart':
        this.stop();
        this.start();
        break;
    }
  }

  #arm(
    {
      forMs,
      isWithoutPromotion,
    }: Pick<Extract<Step, { kind: 'arm' }>, 'forMs' | 'isWithoutPromotion'>,
    date: string,
  ): void {
    const atMs = this.world.clock.nowMs();
    const strategies = armedRuns(this.#loaded(), ACCOUNT);
    const typed = { reason: 'r', by: 'b', isWithoutPromotion };
    const own = { account: 'main', date, atMs, untilMs: atMs + forMs };
    writeArming(this.#path, { schemaVersion: 1, ...own, ...typed, strategies: [...strategies] });
  }
}

function wordOf(runId: string): string | undefined {
  return extraTags({ runId, leg: '', role: 'entry' })['run'];
}

it('no live entry leaves while any condition is missing, whatever happens in whatever order; exits do', () => {
  const seen = { entries: 0, exitsMeanwhile: 0 };
  let runs = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 12 }), (steps) => {
      runs += 1;
      const account = new Account(join(directory, `${String(runs)}.json`));
      account.start();
      let untilMs = at('09:15');
      for (const of of steps) {
        untilMs += of.afterMs;
        account.drive(untilMs);
        account.take(of);
      }
      account.drive(at('09:55'));
      const trading = account.stop();
      expect(account.reached.wrong).toEqual([]);
      const open = trading?.view().positions.filter(({ netUnits }) => netUnits !== 0);
      expect(open).toEqual([]);
      seen.entries += account.reached.entries;
      seen.exitsMeanwhile += account.reached.exitsMeanwhile;
    }),
    { numRuns: 10 },
  );
  expect(seen.entries).toBeGreaterThan(20);
  expect(seen.exitsMeanwhile).toBeGreaterThan(3);
});
