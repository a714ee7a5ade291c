import { type Order } from '../../model/orders/order.ts';
import { type TrueHolding } from '../oracle/truth.ts';
import { type DeclaredCommand, isIn } from './declared.ts';
import { type Ground } from './ground.ts';
import { keyOf } from './legs-at-exchange.ts';
import { optionKind } from './what-was-read.ts';

interface LegGoal {
  readonly runId: string;
  readonly leg: string;
  readonly sinceMs: number;
  readonly why: string;
  readonly intents: number;
}

/** Holds what was to be flat against the exchange (I32): at any moment an exit for all of it meets the market. */
export class FlatJudge {
  readonly #on: Ground;
  readonly #goals = new Map<string, LegGoal>();
  readonly #wished = new Set<string>();

  constructor(on: Ground) {
    this.#on = on;
  }

  takeCommand({ runId, command, atMs }: DeclaredCommand): void {
    if (command.kind !== 'squareOff') return;
    const legs = this.#on.legs.namesOf(runId).filter((leg) => isIn(command.legs, leg));
    this.add(runId, legs, { sinceMs: atMs, why: command.reason });
  }

  /** Legs of a run are to be flat from now on. One that is entered later is none of them. */
  add(runId: string, legs: readonly string[], of: Pick<LegGoal, 'sinceMs' | 'why'>): void {
    for (const leg of legs) {
      const intents = this.#on.legs.intentsOf(runId, leg).length;
      this.#goals.set(keyOf(runId, leg), { runId, leg, ...of, intents });
      this.#wished.add(keyOf(runId, leg));
    }
  }

  isGoal(runId: string, leg: string): boolean {
    return this.#goals.has(keyOf(runId, leg));
  }

  isOneGoal(runId: string, leg: string, other: string): boolean {
    const [one, two] = [leg, other].map((name) => this.#goals.get(keyOf(runId, name)));
    return one !== undefined && one.sinceMs === two?.sinceMs && one.why === two.why;
  }

  look(): void {
    const { nowMs } = this.#on.machine;
    for (const [key, goal] of this.#goals) {
      for (const held of this.#on.truth.heldBy(goal.runId, goal.leg)) {
        this.#lookAtHolding(goal, held, nowMs);
      }
      this.#lookAtEntry(goal);
      if (!this.#isOver(goal, nowMs)) continue;
      this.#goals.delete(key);
      // The next goal of the leg has clocks of its own.
      this.#on.overdue.forget(key);
    }
  }

  #isOver({ runId, leg, intents }: LegGoal, nowMs: number): boolean {
    const { legs, truth } = this.#on;
    // It is entered anew.
    const later = legs.intentsOf(runId, leg).slice(intents);
    if (later.some(({ role }) => role === 'entry')) return true;
    const isHeld = truth.heldBy(runId, leg).some(({ netUnits }) => netUnits !== 0);
    if (isHeld || legs.working(runId, leg).length > 0) return false;
    return !legs.isSearched(runId, leg, nowMs);
  }

  #lookAtHolding({ runId, leg, why, sinceMs }: LegGoal, held: TrueHolding, nowMs: number): void {
    const { legs, overdue, bounds, violate } = this.#on;
    // Most legs that were to be flat are.
    const isExcused =
      held.netUnits === 0 || legs.isStuck(runId, leg, nowMs) || this.#isCover(held, nowMs);
    const missing = isExcused ? 0 : this.#missingUnits(held, nowMs);
    const name = `${keyOf(runId, leg)}\nflat\n${held.symbol}`;
    if (!overdue.look(name, missing > 0, bounds.unmetMs)) return;
    const ago = `${String(Math.round((nowMs - sinceMs) / 1_000))} s ago`;
    violate(
      'I32',
      `${leg} of ${runId} was to be flat (${why}) ${ago} and holds ${String(held.netUnits)} of ${held.symbol}; no exit that meets the market is there for ${String(missing)} units`,
    );
  }

  #lookAtEntry({ runId, leg, why }: LegGoal): void {
    const { legs, overdue, bounds, truth, violate } = this.#on;
    const working = legs.working(runId, leg).find(({ role }) => role === 'entry');
    const isWrong = working !== undefined && !truth.meddledSymbols.has(working.order.symbol);
    if (!overdue.look(`${keyOf(runId, leg)}\nworks`, isWrong, bounds.worksMs)) return;
    violate(
      'I32',
      `${leg} of ${runId} was to be flat (${why}) and its entry ${working?.order.tag ?? ''} still works`,
    );
  }

  /** Whether a long covers shorts of its run that were to be flat and are not read as closed, or are looked for: they go first. */
  #isCover({ runId, leg, symbol, netUnits }: TrueHolding, nowMs: number): boolean {
    const { read, legs } = this.#on;
    const of = optionKind(symbol);
    if (of === null || netUnits <= 0) return false;
    const isWished = (other: string): boolean => this.#wished.has(keyOf(runId, other));
    if (read.shortUnits(runId, of, isWished) > 0) return true;
    return legs.namesOf(runId).some((other) => {
      return other !== leg && isWished(other) && legs.isSearched(runId, other, nowMs);
    });
  }

  #missingUnits(held: TrueHolding, nowMs: number): number {
    const { truth, quoteOf } = this.#on;
    const { symbol, netUnits } = held;
    if (truth.meddledSymbols.has(symbol)) return 0;
    const quote = quoteOf(symbol, nowMs);
    const touchPaise = netUnits > 0 ? quote?.bidPaise : quote?.askPaise;
    // What has no other side cannot be closed.
    return typeof touchPaise === 'number' ? this.#unmetUnits(held, touchPaise) : 0;
  }

  #unmetUnits({ runId, leg, symbol, netUnits }: TrueHolding, touchPaise: number): number {
    let units = Math.abs(netUnits);
    for (const { order, role } of this.#on.legs.working(runId, leg)) {
      if (role === 'entry' || order.symbol !== symbol || !meets(order, touchPaise)) continue;
      units -= order.quantityUnits - order.filledUnits;
    }
    return Math.max(0, units);
  }
}

function meets({ side, terms, status }: Order, touchPaise: number): boolean {
  if (terms.kind === 'market') return true;
  if (terms.kind === 'stop' && status === 'trigger-pending') return false;
  const limitPaise = terms.kind === 'limit' ? terms.pricePaise : terms.limitPricePaise;
  return side === 'buy' ? limitPaise >= touchPaise : limitPaise <= touchPaise;
}
