import { type Quote } from '../../model/market/quote.ts';
import { type Order } from '../../model/orders/order.ts';
import { type TrueHolding, type Truth } from '../oracle/truth.ts';
import { type DeclaredCommand, type FlatGoal, isIn } from './declared.ts';
import { keyOf, type LegsAtExchange } from './legs-at-exchange.ts';
import { type Bounds, type Overdue } from './overdue.ts';
import { optionKind, type ReadOrders } from './read-orders.ts';

/** Where prices come from: the market itself. */
export type QuoteOf = (symbol: string, atMs: number) => Quote | null;

interface LegGoal {
  readonly runId: string;
  readonly leg: string;
  readonly sinceMs: number;
  readonly why: string;
  readonly intents: number;
}

/** What it is judged by. */
export interface FlatJudgeParts {
  readonly truth: Truth;
  readonly legs: LegsAtExchange;
  readonly overdue: Overdue;
  readonly quoteOf: QuoteOf;
  readonly bounds: Bounds;
  readonly read: ReadOrders;
}

/** Holds what was to be flat against the exchange (I32): at any moment an exit for all of it meets the market. */
export class FlatJudge {
  readonly #parts: FlatJudgeParts;
  readonly #goals = new Map<string, LegGoal>();
  readonly #wished = new Set<string>();

  constructor(parts: FlatJudgeParts) {
    this.#parts = parts;
  }

  takeCommand({ runId, command, atMs }: DeclaredCommand): void {
    if (command.kind !== 'squareOff') return;
    this.add({ runId, scope: command.legs, sinceMs: atMs, why: command.reason });
  }

  /** Something is to be flat from now on. A leg that is entered later is none of it. */
  add({ runId, scope, sinceMs, why }: FlatGoal): void {
    for (const leg of this.#parts.legs.namesOf(runId)) {
      const intents = this.#parts.legs.intentsOf(runId, leg).length;
      if (isIn(scope, leg)) {
        this.#goals.set(keyOf(runId, leg), { runId, leg, sinceMs, why, intents });
        this.#wished.add(keyOf(runId, leg));
      }
    }
  }

  isGoal(runId: string, leg: string): boolean {
    return this.#goals.has(keyOf(runId, leg));
  }

  isOneGoal(runId: string, leg: string, other: string): boolean {
    const [one, two] = [leg, other].map((name) => this.#goals.get(keyOf(runId, name)));
    return one !== undefined && one.sinceMs === two?.sinceMs && one.why === two.why;
  }

  look(nowMs: number): readonly string[] {
    const found: string[] = [];
    for (const [key, goal] of this.#goals) {
      found.push(...this.#lookAtLeg(goal, nowMs));
      if (!this.#isOver(goal, nowMs)) continue;
      this.#goals.delete(key);
      // The next goal of the leg has clocks of its own.
      this.#parts.overdue.forget(key);
    }
    return found;
  }

  #isOver({ runId, leg, intents }: LegGoal, nowMs: number): boolean {
    // It is entered anew.
    const later = this.#parts.legs.intentsOf(runId, leg).slice(intents);
    if (later.some(({ role }) => role === 'entry')) return true;
    const isHeld = this.#parts.truth.heldBy(runId, leg).some(({ netUnits }) => netUnits !== 0);
    if (isHeld || this.#parts.legs.working(runId, leg).length > 0) return false;
    return !this.#parts.legs.isSearched(runId, leg, nowMs);
  }

  #lookAtLeg({ runId, leg, why, sinceMs }: LegGoal, nowMs: number): readonly string[] {
    const found: string[] = [];
    for (const held of this.#parts.truth.heldBy(runId, leg)) {
      const missing = this.#isExcused(held, nowMs) ? 0 : this.#missingUnits(held, nowMs);
      const name = `${keyOf(runId, leg)}\nflat\n${held.symbol}`;
      if (
        !this.#parts.overdue.look(name, missing > 0, {
          nowMs,
          boundMs: this.#parts.bounds.unmetMs,
        })
      ) {
        continue;
      }
      found.push(
        `${leg} of ${runId} was to be flat (${why}) ${seconds(nowMs - sinceMs)} ago and holds ${String(held.netUnits)} of ${held.symbol}; no exit that meets the market is there for ${String(missing)} units`,
      );
    }
    const working = this.#parts.legs.working(runId, leg).find(({ role }) => role === 'entry');
    const isWrong =
      working !== undefined && !this.#parts.truth.meddledSymbols.has(working.order.symbol);
    const at = { nowMs, boundMs: this.#parts.bounds.worksMs };
    if (this.#parts.overdue.look(`${keyOf(runId, leg)}\nworks`, isWrong, at)) {
      found.push(
        `${leg} of ${runId} was to be flat (${why}) and its entry ${working?.order.tag ?? ''} still works`,
      );
    }
    return found;
  }

  /** Whether nothing can be expected to close it, as when nothing is left: most legs that were to be flat are. */
  #isExcused(held: TrueHolding, nowMs: number): boolean {
    const { runId, leg, netUnits } = held;
    return (
      netUnits === 0 ||
      this.#parts.legs.isSearched(runId, leg, nowMs) ||
      this.#parts.legs.lacksMargin(runId, leg, nowMs) ||
      this.#isCover(held, nowMs)
    );
  }

  /** Whether a long covers shorts of its run that were to be flat and are not read as closed, or are looked for: they go first. */
  #isCover({ runId, leg, symbol, netUnits }: TrueHolding, nowMs: number): boolean {
    const of = optionKind(symbol);
    if (of === null || netUnits <= 0) return false;
    const wished = (other: string): boolean => this.#wished.has(keyOf(runId, other));
    if (this.#parts.read.shortUnits(runId, of, wished) > 0) return true;
    return this.#parts.legs
      .namesOf(runId)
      .some(
        (other) =>
          other !== leg && wished(other) && this.#parts.legs.isSearched(runId, other, nowMs),
      );
  }

  #missingUnits(held: TrueHolding, nowMs: number): number {
    const { symbol, netUnits } = held;
    if (netUnits === 0 || this.#parts.truth.meddledSymbols.has(symbol)) return 0;
    const quote = this.#parts.quoteOf(symbol, nowMs);
    const touchPaise = netUnits > 0 ? quote?.bidPaise : quote?.askPaise;
    // What has no other side cannot be closed.
    return typeof touchPaise === 'number' ? this.#unmetUnits(held, touchPaise) : 0;
  }

  #unmetUnits({ runId, leg, symbol, netUnits }: TrueHolding, touchPaise: number): number {
    let units = Math.abs(netUnits);
    for (const { order, role } of this.#parts.legs.working(runId, leg)) {
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

function seconds(ms: number): string {
  return `${String(Math.round(ms / 1_000))} s`;
}
