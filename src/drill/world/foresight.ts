import { type PollRequest } from '../../engine/effect.ts';
import { type PollResult } from '../../engine/event.ts';
import { type Exchange } from '../../exchange/exchange.ts';
import { type PollAnswer } from '../../kernel/venue.ts';
import { type FaultPlan } from '../../simulator/faults/fault-plan.ts';
import { type FaultyTransport } from '../../simulator/faults/faulty-transport.ts';
import { type Machine } from '../process/machine.ts';
import { type DrillPrices } from './drill-prices.ts';

/** What is known of a world of virtual time: until when an answer stays as it is. */
export interface ForesightParts {
  readonly machine: Machine;
  readonly exchange: Exchange;
  readonly plan: FaultPlan;
  readonly network: FaultyTransport;
  readonly prices: DrillPrices;
}

/** Reads begin on this lattice, whatever their cadence. */
const STEP_MS = 1_000;
/** No need to look further. */
const AHEAD_MS = 900_000;
const QUOTES_PATH = '/simulator/quotes';
const ORDERS_PATH = '/today-orders';

/** Says of answers until when polls like theirs would bring the same. */
export class Foresight {
  readonly #parts: ForesightParts;

  constructor(parts: ForesightParts) {
    this.#parts = parts;
  }

  quotes(symbols: readonly string[]): Extract<PollAnswer, { readonly subject: 'quotes' }> {
    const { machine, plan, prices } = this.#parts;
    const { nowMs } = machine;
    const read = { role: 'prices', method: 'GET', path: QUOTES_PATH, ordinal: 0 } as const;
    const fault = plan.faultOf({ ...read, atMs: nowMs });
    if (fault !== null) {
      const detail = `No prices: ${fault.name}`;
      const cause = { reason: 'timeout', status: null, detail } as const;
      return { subject: 'quotes', outcome: { kind: 'unknown', cause } };
    }
    const changesAtMs = prices.nextChangeMs(symbols) ?? Infinity;
    const untilMs = Math.min(changesAtMs, this.#quietUntilMs(QUOTES_PATH, nowMs));
    const outcome = { kind: 'accepted', value: prices.quotes(symbols) } as const;
    return { subject: 'quotes', outcome, ...this.#held(untilMs) };
  }

  of(poll: PollRequest, result: PollResult, startedAtMs: number): PollAnswer {
    const { exchange, network } = this.#parts;
    if (poll.subject !== 'orders' || result.subject !== 'orders') return result;
    const { outcome } = result;
    if (outcome.kind !== 'accepted' || outcome.value.malformed.length > 0) return result;
    if (network.afloat > 0) return result;
    const untilMs = Math.min(
      exchange.nextEventMs() ?? Infinity,
      network.nextRevealMs('today-orders', startedAtMs) ?? Infinity,
      this.#quietUntilMs(ORDERS_PATH, startedAtMs),
    );
    return { ...result, ...this.#held(untilMs) };
  }

  #quietUntilMs(path: string, startedAtMs: number): number {
    const { machine, plan } = this.#parts;
    const untilMs = Math.min(machine.agenda.nextMs ?? Infinity, startedAtMs + AHEAD_MS);
    // From this read on: what a faulty one brings, a list without a new order, says nothing of those to come.
    const faultyMs = plan.nextFaultyReadMs({
      method: 'GET',
      path,
      fromMs: startedAtMs,
      stepMs: STEP_MS,
      untilMs,
    });
    return faultyMs ?? untilMs;
  }

  #held(untilMs: number): { readonly holdsUntilMs?: number } {
    const { machine } = this.#parts;
    if (untilMs <= machine.nowMs + STEP_MS) return {};
    // A clock that works a difference off goes slower, by a thousandth.
    const slowerMs = machine.processClock.aheadMs() > 0 ? (untilMs - machine.nowMs) / 1000 : 0;
    return { holdsUntilMs: Math.floor(untilMs - slowerMs) + machine.processOffsetMs };
  }
}
