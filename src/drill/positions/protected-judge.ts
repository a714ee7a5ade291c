import { type LegOrder } from '../../model/orders/command.ts';
import { type TrueHolding } from '../oracle/truth.ts';
import { type DeclaredCommand, isIn } from './declared.ts';
import { keyOf, type LegsAtExchange } from './legs-at-exchange.ts';
import { type Overdue } from './overdue.ts';

/** Holds every leg whose strategy asked for a stop against what stands at the exchange (I31). */
export class ProtectedJudge {
  readonly #legs: LegsAtExchange;
  readonly #overdue: Overdue;
  readonly #boundMs: number;
  /**
   * Units for which a leg was asked to be protected since it was last flat, or its strategy took its stops back, and what
   * its stops had filled before: a stop that has filled covers nothing of what is still held.
   */
  readonly #asked = new Map<string, { units: number; readonly stoppedBefore: number }>();

  constructor(legs: LegsAtExchange, overdue: Overdue, boundMs: number) {
    this.#legs = legs;
    this.#overdue = overdue;
    this.#boundMs = boundMs;
  }

  takeCommand({ runId, command }: DeclaredCommand): void {
    if (command.kind === 'place') {
      for (const order of command.orders.filter(({ role }) => role === 'stop')) {
        this.#ask(runId, order);
      }
    }
    if (command.kind !== 'cancel' || (command.role ?? 'stop') !== 'stop') return;
    for (const key of this.#asked.keys()) {
      const [run, leg = ''] = key.split('\n');
      if (run === runId && isIn(command.legs, leg)) this.#asked.delete(key);
    }
  }

  takeFlat({ runId, leg, symbol }: TrueHolding): void {
    if (this.#asked.size === 0) return;
    this.#asked.delete(`${keyOf(runId, leg)}\n${symbol}`);
  }

  /** What is wrong with a leg that holds something; null when nothing is. */
  look(held: TrueHolding, nowMs: number): string | null {
    const { runId, leg, symbol, netUnits } = held;
    const wantedUnits = netUnits === 0 ? 0 : Math.min(Math.abs(netUnits), this.#openUnits(held));
    const coveredUnits = wantedUnits === 0 ? 0 : this.#coveredUnits(held);
    const isWrong = coveredUnits < wantedUnits && !this.#isImpossible(held, nowMs);
    if (!isWrong && this.#overdue.isEmpty) return null;
    const name = `protected\n${keyOf(runId, leg)}\n${symbol}`;
    const sinceMs = this.#overdue.sinceMs(name);
    const at = { nowMs, boundMs: this.#boundMs };
    if (!this.#overdue.look(name, isWrong, at)) return null;
    const seconds = ((nowMs - (sinceMs ?? nowMs)) / 1_000).toFixed(1);
    return `${leg} of ${runId} holds ${String(netUnits)} of ${symbol}, exits of ${String(coveredUnits)} units stand for ${String(wantedUnits)}, for ${seconds} s`;
  }

  #isImpossible({ runId, leg }: TrueHolding, nowMs: number): boolean {
    return this.#legs.isSearched(runId, leg, nowMs) || this.#legs.lacksMargin(runId, leg, nowMs);
  }

  #openUnits({ runId, leg, symbol }: TrueHolding): number {
    const asked = this.#asked.get(`${keyOf(runId, leg)}\n${symbol}`);
    if (asked === undefined) return 0;
    const stoppedUnits = this.#legs.stoppedUnits(runId, leg, symbol) - asked.stoppedBefore;
    return Math.max(0, asked.units - stoppedUnits);
  }

  #coveredUnits({ runId, leg, symbol }: TrueHolding): number {
    let units = 0;
    for (const { order, role } of this.#legs.working(runId, leg)) {
      // A target rests away from the market: it closes nothing when the price runs the other way.
      if (role === 'entry' || role === 'target' || order.symbol !== symbol) continue;
      units += order.quantityUnits - order.filledUnits;
    }
    return units;
  }

  #ask(runId: string, { leg, quantityUnits, contract }: LegOrder): void {
    const key = `${keyOf(runId, leg)}\n${contract.symbol}`;
    const stoppedBefore = this.#legs.stoppedUnits(runId, leg, contract.symbol);
    const asked = this.#asked.get(key) ?? { units: 0, stoppedBefore };
    this.#asked.set(key, asked);
    asked.units += quantityUnits;
  }
}
