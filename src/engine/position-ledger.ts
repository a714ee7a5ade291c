import { type Contract } from '../model/contract.ts';
import { applyFill, FLAT, type Position } from '../model/position.ts';
import { type OrderEvent } from '../model/order-event.ts';

/** What one leg of a run holds of one contract, as observed. */
export interface LedgerLine {
  readonly runId: string;
  readonly leg: string;
  readonly contract: Contract;
  position: Position;
  /** Price of the last fill, paise: the last resort for pricing an exit. */
  lastFillPaise: number;
}

/** Positions by run, leg and contract. Only observed fills enter. */
export class PositionLedger {
  readonly #lines = new Map<string, LedgerLine>();
  #version = 0;

  /** Another number after every change. */
  get version(): number {
    return this.#version;
  }

  /** Adds what an event filled. */
  apply(event: OrderEvent, about: { runId: string; leg: string; contract: Contract }): void {
    const { order, fillUnits, fillValuePaise } = event;
    if (fillUnits === 0 && fillValuePaise === 0) return;
    this.#version += 1;
    const key = `${about.runId}\n${about.leg}\n${about.contract.symbol}`;
    const line = this.#lines.get(key) ?? { ...about, position: FLAT, lastFillPaise: 0 };
    const fill = { side: order.side, units: fillUnits, valuePaise: fillValuePaise };
    line.position = applyFill(line.position, fill);
    if (fillUnits > 0) line.lastFillPaise = Math.round(fillValuePaise / fillUnits);
    this.#lines.set(key, line);
  }

  /** Units held of a contract under a leg. */
  netUnits(runId: string, leg: string, symbol: string): number {
    return this.#lines.get(`${runId}\n${leg}\n${symbol}`)?.position.netUnits ?? 0;
  }

  /** Lines of one leg. */
  ofLeg(runId: string, leg: string): readonly LedgerLine[] {
    return [...this.#lines.values()].filter((line) => line.runId === runId && line.leg === leg);
  }

  /** Lines that are not flat. */
  open(): readonly LedgerLine[] {
    return [...this.#lines.values()].filter(({ position }) => position.netUnits !== 0);
  }

  /** All lines, flat ones too. */
  all(): Iterable<LedgerLine> {
    return this.#lines.values();
  }
}
