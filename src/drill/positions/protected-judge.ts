import { kept } from '../../base/kept.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type TrueHolding } from '../oracle/truth.ts';
import { type DeclaredCommand, isIn } from './declared.ts';
import { type Ground } from './ground.ts';
import { keyOf } from './legs-at-exchange.ts';

/** Holds every leg whose strategy asked for a stop against what stands at the exchange (I31). */
export class ProtectedJudge {
  readonly #on: Ground;
  /**
   * Units for which a leg was asked to be protected since it was last flat, or its strategy took its stops back, and what
   * its stops had filled before: a stop that has filled covers nothing of what is still held.
   */
  readonly #asked = new Map<string, { units: number; readonly stoppedBefore: number }>();

  constructor(on: Ground) {
    this.#on = on;
  }

  takeCommand({ runId, command }: DeclaredCommand): void {
    if (command.kind === 'place') {
      const stops = command.orders.filter(({ role }) => role === 'stop');
      for (const stop of stops) this.#ask(runId, stop);
    }
    if (command.kind !== 'cancel' || (command.role ?? 'stop') !== 'stop') return;
    for (const key of this.#asked.keys()) {
      const [run, leg = ''] = key.split('\n');
      if (run === runId && isIn(command.legs, leg)) this.#asked.delete(key);
    }
  }

  /** Looks at what a leg holds; `isExcused` where nothing has to stand for it. */
  look(held: TrueHolding, isExcused: boolean): void {
    const { legs, overdue, bounds, machine, violate } = this.#on;
    const { runId, leg, symbol, netUnits } = held;
    const { nowMs } = machine;
    if (netUnits === 0) this.#takeFlat(held);
    const wantedUnits =
      isExcused || netUnits === 0 ? 0 : Math.min(Math.abs(netUnits), this.#openUnits(held));
    const coveredUnits = wantedUnits === 0 ? 0 : this.#coveredUnits(held);
    const isWrong = coveredUnits < wantedUnits && !legs.isStuck(runId, leg, nowMs);
    if (!isWrong && overdue.isEmpty) return;
    const key = `${keyOf(runId, leg)}\n${symbol}`;
    const sinceMs = overdue.sinceMs(`protected\n${key}`) ?? nowMs;
    if (!overdue.look(`protected\n${key}`, isWrong, bounds.unprotectedMs)) return;
    const seconds = ((nowMs - sinceMs) / 1_000).toFixed(1);
    violate(
      'I31',
      `${leg} of ${runId} holds ${String(netUnits)} of ${symbol}, exits of ${String(coveredUnits)} units stand for ${String(wantedUnits)}, for ${seconds} s`,
    );
  }

  #takeFlat({ runId, leg, symbol }: TrueHolding): void {
    if (this.#asked.size > 0) this.#asked.delete(`${keyOf(runId, leg)}\n${symbol}`);
  }

  #openUnits({ runId, leg, symbol }: TrueHolding): number {
    const asked = this.#asked.get(`${keyOf(runId, leg)}\n${symbol}`);
    if (asked === undefined) return 0;
    const stoppedUnits = this.#on.legs.stoppedUnits(runId, leg, symbol) - asked.stoppedBefore;
    return Math.max(0, asked.units - stoppedUnits);
  }

  #coveredUnits({ runId, leg, symbol }: TrueHolding): number {
    let units = 0;
    for (const { order, role } of this.#on.legs.working(runId, leg)) {
      // A target rests away from the market: it closes nothing when the price runs the other way.
      if (role === 'entry' || role === 'target' || order.symbol !== symbol) continue;
      units += order.quantityUnits - order.filledUnits;
    }
    return units;
  }

  #ask(runId: string, { leg, quantityUnits, contract: { symbol } }: LegOrder): void {
    const asked = kept(this.#asked, `${keyOf(runId, leg)}\n${symbol}`, () => {
      return { units: 0, stoppedBefore: this.#on.legs.stoppedUnits(runId, leg, symbol) };
    });
    asked.units += quantityUnits;
  }
}
