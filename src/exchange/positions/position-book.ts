import { type Json } from '../../base/json.ts';
import { type Listing, type Market } from '../../market/market.ts';
import { type WordsProfile } from '../../model/orders/platform-profile.ts';
import { type Calendar, type ContractRules } from '../../model/time/calendar.ts';
import { istDate } from '../../model/time/ist.ts';
import { type Exchange } from '../exchange.ts';
import { objectIdOf } from '../identities.ts';
import { contractOfLeg, readLeg } from './leg-request.ts';
import {
  type ExitReason,
  type LegExchange,
  PositionLeg,
  type SimulatedLeg,
  type SimulatedPosition,
} from './position-leg.ts';

/** What custom positions trade on and are resolved by. */
export interface PositionBookOptions {
  /** Where live positions trade: their orders are seen in the day's orders. */
  readonly exchange: Exchange;
  /** Where paper positions trade: an exchange of their own. */
  readonly paperExchange: Exchange;
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
  readonly rules: ContractRules;
  readonly words: WordsProfile;
  readonly brokerId: string;
  readonly seed: string;
}

/** A custom position to start. */
export interface PositionToStart {
  readonly mode: 'live' | 'paper';
  readonly alertName: string;
  readonly exitAtMs: number | null;
  readonly ticker: string;
  readonly legs: readonly Json[];
}

interface Held {
  readonly positionId: string;
  readonly request: PositionToStart;
  readonly underlying: string | null;
  readonly startedAtMs: number;
  readonly dayEndMs: number;
  readonly legs: readonly PositionLeg[];
  squareOff: boolean;
}

/** Positions leave this long before the last session ends, so that their exits still trade. */
const DAY_END_LEAD_MS = 60_000;
/** Positions kept; beyond it the oldest exited one is forgotten. */
const POSITIONS_MAX = 1_000;

/**
 * The custom positions. Each is waiting, active or exited; see {@link SimulatedPosition}. `advanceTo` moves positions
 * and both exchanges together through every instant at which something can happen, in time order.
 */
export class PositionBook {
  readonly #options: PositionBookOptions;
  readonly #positions = new Map<string, Held>();
  readonly #unfinished = new Set<Held>();
  #nowMs = -Infinity;
  #count = 0;

  constructor(options: PositionBookOptions) {
    this.#options = options;
  }

  /** Starts a position and gives its id; null when too many are held. */
  start(request: PositionToStart, atMs: number): string | null {
    this.advanceTo(atMs);
    if (this.#positions.size >= POSITIONS_MAX && !this.#forgetOldest()) return null;
    const { listing, calendar, words, seed } = this.#options;
    this.#count += 1;
    const name = request.ticker.replace(/^[A-Z]+:/, '').replace(/[12]!$/, '');
    const closesAtMs = calendar.day(istDate(atMs)).sessions.at(-1)?.endMs ?? atMs;
    const held: Held = {
      positionId: objectIdOf(`${seed}/position/${String(this.#count)}`),
      request,
      underlying: listing.underlyings.includes(name) ? name : null,
      startedAtMs: atMs,
      dayEndMs: closesAtMs - DAY_END_LEAD_MS,
      legs: request.legs.map((json) => {
        const { leg, notes } = readLeg(json, words);
        return new PositionLeg(leg, notes);
      }),
      squareOff: false,
    };
    this.#positions.set(held.positionId, held);
    this.#unfinished.add(held);
    this.#evaluate(held);
    return held.positionId;
  }

  /** Closes a live position. Asking again is no error; a paper position is not found. */
  squareOff(positionId: string, atMs: number): 'closing' | 'already-exited' | 'not-found' {
    this.advanceTo(atMs);
    const held = this.#positions.get(positionId);
    if (held?.request.mode !== 'live') return 'not-found';
    if (!this.#unfinished.has(held)) return 'already-exited';
    held.squareOff = true;
    this.#evaluate(held);
    return 'closing';
  }

  /** Lets everything happen that is due up to and including an instant, on both exchanges too. */
  advanceTo(atMs: number): void {
    for (;;) {
      const nextMs = this.#nextMs();
      if (nextMs === null || nextMs > atMs) break;
      this.#moveTo(nextMs);
    }
    this.#moveTo(atMs);
  }

  positions(): readonly SimulatedPosition[] {
    return Array.from(this.#positions.values(), (held) => this.#show(held));
  }

  #moveTo(atMs: number): void {
    this.#options.exchange.advanceTo(atMs);
    this.#options.paperExchange.advanceTo(atMs);
    if (atMs < this.#nowMs) return;
    this.#nowMs = atMs;
    for (const held of [...this.#unfinished]) this.#evaluate(held);
  }

  #nextMs(): number | null {
    if (this.#unfinished.size === 0) return null;
    const { exchange, paperExchange, market, calendar } = this.#options;
    const instants = [exchange.nextEventMs(), paperExchange.nextEventMs()];
    for (const { startMs } of calendar.day(istDate(this.#nowMs)).sessions) instants.push(startMs);
    for (const { underlying, request, dayEndMs } of this.#unfinished) {
      instants.push(request.exitAtMs, dayEndMs);
      if (underlying !== null) instants.push(market.nextChangeMs(underlying, this.#nowMs));
    }
    const coming = instants.flatMap((instant) =>
      instant !== null && instant > this.#nowMs ? instant : [],
    );
    return coming.length === 0 ? null : Math.min(...coming);
  }

  #evaluate(held: Held): void {
    const reason = this.#exitReason(held);
    for (const leg of held.legs) this.#evaluateLeg(held, leg, reason);
    if (held.legs.every(({ state }) => state === 'closed')) this.#unfinished.delete(held);
  }

  #exitReason({ squareOff, request, dayEndMs }: Held): ExitReason | null {
    if (squareOff) return 'square-off';
    if (request.exitAtMs !== null && this.#nowMs >= request.exitAtMs) return 'exit-time';
    return this.#nowMs >= dayEndMs ? 'day-end' : null;
  }

  #evaluateLeg(held: Held, leg: PositionLeg, reason: ExitReason | null): void {
    const { market } = this.#options;
    leg.refresh(this.#exchangeOf(held));
    if (leg.state === 'closed') return;
    leg.exitReason ??= reason;
    if (leg.state === 'waiting') this.#enter(held, leg);
    if (leg.state === 'open') leg.watch(market, this.#nowMs);
    // An exit sent outside the sessions would only be rejected, again and again.
    const canExit = leg.heldUnits === 0 || this.#isTrading();
    if (leg.state === 'closing' && canExit) leg.exit(this.#venueOf(held), this.#nowMs);
  }

  #enter(held: Held, leg: PositionLeg): void {
    const { market, listing, rules } = this.#options;
    const { underlying } = held;
    const atMs = this.#nowMs;
    if (underlying === null || leg.request === null) {
      leg.close(`Ticker "${held.request.ticker}" is not listed`);
      return;
    }
    const date = istDate(atMs);
    if (!this.#isTrading()) return;
    const indexPaise = market.index(underlying, atMs)?.lastPaise;
    if (indexPaise === undefined) return;
    const contracts = listing.contracts(underlying, date);
    const contract = contractOfLeg(leg.request, { contracts, rules, underlying, date, indexPaise });
    if (contract === null) leg.close('No such contract is listed');
    else leg.enter(contract, this.#venueOf(held), atMs);
  }

  #isTrading(): boolean {
    const { sessions } = this.#options.calendar.day(istDate(this.#nowMs));
    return sessions.some(({ startMs, endMs }) => this.#nowMs >= startMs && this.#nowMs < endMs);
  }

  #venueOf(held: Held): LegExchange {
    const { positionId } = held;
    return { exchange: this.#exchangeOf(held), brokerId: this.#options.brokerId, positionId };
  }

  #exchangeOf({ request }: Held): Exchange {
    return request.mode === 'live' ? this.#options.exchange : this.#options.paperExchange;
  }

  #forgetOldest(): boolean {
    for (const held of this.#positions.values()) {
      if (!this.#unfinished.has(held)) return this.#positions.delete(held.positionId);
    }
    return false;
  }

  #show(held: Held): SimulatedPosition {
    const fills = this.#exchangeOf(held).fills();
    const legs = held.legs.map((leg): SimulatedLeg => {
      const { contract, orders, state, heldUnits, entryPricePaise, exitReason } = leg;
      const ids = new Set(orders.map(({ orderId }) => orderId));
      const quote = contract === null ? null : this.#options.market.quote(contract, this.#nowMs);
      return {
        symbol: contract?.symbol ?? null,
        ...{ state, heldUnits, entryPricePaise, exitReason, orders },
        fills: fills.filter(({ orderId }) => ids.has(orderId)),
        profitPaise: Math.round(leg.profitPaise(quote?.lastPaise ?? entryPricePaise ?? 0)),
        notes: [...leg.notes],
      };
    });
    const { alertName, mode, ticker } = held.request;
    const state = stateOf(held, this.#unfinished.has(held));
    const profitPaise = legs.reduce((sum, leg) => sum + leg.profitPaise, 0);
    const { positionId, startedAtMs } = held;
    return { positionId, alertName, mode, ticker, state, startedAtMs, legs, profitPaise };
  }
}

function stateOf({ legs }: Held, isUnfinished: boolean): SimulatedPosition['state'] {
  if (!isUnfinished) return 'exited';
  const states = legs.map(({ state }) => state);
  const isActive = states.includes('open') || states.includes('closing');
  return states.includes('waiting') && !isActive ? 'waiting' : 'active';
}
