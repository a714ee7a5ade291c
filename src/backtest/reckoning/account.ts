import { type CarriedPosition } from '../../model/orders/carried-over.ts';
import { runName } from '../../model/runs/run.ts';
import { type WeekLeft } from '../../model/runs/week-so-far.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type CarriedOverNight } from '../../recovery/carried-over.ts';
import { type Trade } from '../../results/backtest-result.ts';
import { LegHolding, type HoldingOf } from './holding.ts';

/**
 * The account of a backtest over its days: what its strategies hold, and the trades that have ended.
 *
 * States of a day: begun (holdings are those carried over), then deals come in, then ended: what is flat, intraday or
 * settled is gone, the rest waits for the next day.
 */
export class Account {
  readonly #carried = new Map<string, LegHolding>();
  readonly #today = new Map<string, LegHolding>();
  readonly #ended: Trade[] = [];
  readonly #indexPaise = new Map<string, number>();

  /** What the last day left of its week. */
  week: WeekLeft | null = null;

  /** Begins a day: every holding counts from its last price on. */
  begin(date: IstDate, mode: string): void {
    this.#today.clear();
    for (const [key, before] of this.#carried) {
      const { runId } = before.of;
      const of = { ...before.of, runId: `${runName(runId)}@${date}/${mode}` };
      this.#today.set(key, new LegHolding(of, before));
    }
  }

  /** What a leg holds in a contract, made when it holds nothing yet. */
  holdingOf(of: HoldingOf): LegHolding {
    const key = `${runName(of.runId)}\n${of.leg}\n${of.contract.symbol}`;
    const held = this.#today.get(key) ?? new LegHolding(of);
    this.#today.set(key, held);
    return held;
  }

  /** All holdings of the day, flat ones too, in the order in which they came. */
  holdings(): readonly LegHolding[] {
    return [...this.#today.values()];
  }

  ended(trade: Trade | null): void {
    if (trade !== null) this.#ended.push(trade);
  }

  indexPaise(underlying: string): number | null {
    return this.#indexPaise.get(underlying) ?? null;
  }

  noteIndex(underlying: string, paise: number): void {
    this.#indexPaise.set(underlying, paise);
  }

  /** Ends a day. Returns what was left open though it was for the day only. */
  end(): readonly LegHolding[] {
    this.#carried.clear();
    const left: LegHolding[] = [];
    for (const [key, holding] of this.#today) {
      if (holding.product === 'carry-forward') this.#carried.set(key, holding);
      else if (holding.product === 'intraday') left.push(holding);
    }
    for (const holding of left) this.ended(holding.openTrade());
    return left;
  }

  /** What runs begin a date with, by their names. What has expired is only waiting to be settled. */
  carriedInto(date: IstDate): CarriedOverNight {
    const byRun = new Map<string, CarriedPosition[]>();
    for (const { of, netUnits, openValuePaise, lastPaise } of this.#carried.values()) {
      const { runId, leg, contract } = of;
      if (contract.expiry < date) continue;
      const name = runName(runId);
      const ofRun = byRun.get(name) ?? [];
      byRun.set(name, ofRun);
      ofRun.push({ leg, contract, netUnits, openValuePaise, lastPaise });
    }
    return byRun;
  }

  carried(): readonly LegHolding[] {
    return [...this.#carried.values()];
  }

  /** All trades in the order in which they were closed, those that never were last. */
  trades(): readonly Trade[] {
    const open = this.carried().flatMap((holding) => holding.openTrade() ?? []);
    return [...this.#ended, ...open].sort(
      (left, right) => (left.closedAtMs ?? Infinity) - (right.closedAtMs ?? Infinity) || 0,
    );
  }
}
