import { invariant } from '../../base/invariant.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type CarriedPosition, positionOf } from '../../model/orders/carried-over.ts';
import { type OrderEvent } from '../../model/orders/order.ts';
import { applyFill, FLAT, type Position } from '../../model/orders/position.ts';

/** What one leg of a run holds of one contract, as observed. */
export interface LedgerLine {
  readonly runId: string;
  readonly leg: string;
  readonly contract: Contract;
  position: Position;
  /** Price of the last fill, or that of the day before, paise: the last resort for pricing an exit. */
  lastFillPaise: number;
  /** When it was last seen to go from flat to held, epoch milliseconds; null where that was on an earlier day, or never. */
  heldSinceMs: number | null;
  /** What it began the day with; null when with nothing. */
  readonly carried: CarriedPosition | null;
  /** Of what it began with: units that were closed before the day, as the operator said later. */
  takenOffUnits: number;
}

const NO_LEGS: readonly string[] = [];

/** Positions by run, leg and contract. Only what a run begins with and observed fills enter. */
export class PositionLedger {
  readonly #lines = new Map<string, LedgerLine>();
  readonly #carriedLegs = new Map<string, string[]>();
  /** Underlyings of what a journal carried into the day. */
  readonly overnightUnderlyings = new Set<string>();
  #version = 0;

  /** Another number after every change. */
  get version(): number {
    return this.#version;
  }

  /** Takes what a run begins with: each leg and contract once, before any fill. */
  carry(runId: string, carried: CarriedPosition): LedgerLine {
    const { leg, contract, lastPaise, overnight } = carried;
    const key = `${runId}\n${leg}\n${contract.symbol}`;
    invariant(!this.#lines.has(key), `Carried over twice: "${leg}" in ${contract.symbol}`);
    this.#version += 1;
    const position = positionOf(carried);
    const held = { position, lastFillPaise: lastPaise, heldSinceMs: null, carried };
    const line: LedgerLine = { runId, leg, contract, ...held, takenOffUnits: 0 };
    this.#lines.set(key, line);
    if (overnight !== undefined) this.overnightUnderlyings.add(contract.underlying);
    const legs = this.#carriedLegs.get(runId) ?? [];
    if (!legs.includes(leg)) this.#carriedLegs.set(runId, [...legs, leg]);
    return line;
  }

  /** Legs that a run began the day with, flat ones too. */
  carriedLegs(runId: string): readonly string[] {
    return this.#carriedLegs.get(runId) ?? NO_LEGS;
  }

  apply(event: OrderEvent, about: { runId: string; leg: string; contract: Contract }): void {
    const { order, fillUnits, fillValuePaise } = event;
    if (fillUnits === 0 && fillValuePaise === 0) return;
    this.#version += 1;
    const key = `${about.runId}\n${about.leg}\n${about.contract.symbol}`;
    const line = this.#lines.get(key) ?? {
      ...about,
      position: FLAT,
      lastFillPaise: 0,
      heldSinceMs: null,
      carried: null,
      takenOffUnits: 0,
    };
    const fill = { side: order.side, units: fillUnits, valuePaise: fillValuePaise };
    const wasFlat = line.position.netUnits === 0;
    line.position = applyFill(line.position, fill);
    invariant(Number.isSafeInteger(line.position.netUnits), 'A position of no whole units');
    if (wasFlat && line.position.netUnits !== 0) line.heldSinceMs = event.seen.observedAtMs;
    if (fillUnits > 0) line.lastFillPaise = Math.round(fillValuePaise / fillUnits);
    this.#lines.set(key, line);
  }

  netUnits(runId: string, leg: string, symbol: string): number {
    return this.line(runId, leg, symbol)?.position.netUnits ?? 0;
  }

  line(runId: string, leg: string, symbol: string): LedgerLine | undefined {
    return this.#lines.get(`${runId}\n${leg}\n${symbol}`);
  }

  ofLeg(runId: string, leg: string): readonly LedgerLine[] {
    return [...this.#lines.values()].filter((line) => line.runId === runId && line.leg === leg);
  }

  open(): readonly LedgerLine[] {
    return [...this.#lines.values()].filter(({ position }) => position.netUnits !== 0);
  }

  all(): Iterable<LedgerLine> {
    return this.#lines.values();
  }
}
