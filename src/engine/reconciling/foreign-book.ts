import { isSameContract } from '../../model/market/contract.ts';
import { invariant } from '../../base/invariant.ts';
import { type LegRef, type Order, type OrderEvent } from '../../model/orders/order.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';

/** What an order of no run filled, as far as it was counted against one leg. */
export type ForeignFill = OrderEvent & { readonly legRef: LegRef };

/** A leg for which nothing is sent until the operator has looked. */
export interface PausedLeg {
  readonly runId: string;
  readonly leg: string;
  readonly sinceMs: number;
  /** It was carried overnight, and no one has confirmed that it is still there. @default an order of no run closed some of it */
  readonly cause?: 'carried';
  /** For people. */
  readonly reason: string;
}

/** A contract at a broker: what one broker holds nets with nothing at another one. */
type ContractAt = Pick<Order, 'symbol' | 'instrumentId' | 'brokerId'>;

interface OpenedByOthers extends ContractAt {
  netUnits: number;
}

/**
 * What orders of no run did to legs, and what they hold by themselves.
 *
 * A fill is `adopted` (the ledger has it), or `suspected`: it may have closed what the ledger still shows. Suspected
 * ones leave when the leg is released: then they are adopted.
 */
export class ForeignBook {
  readonly #adopted = new Map<string, ForeignFill[]>();
  readonly #suspected = new Map<LedgerLine, ForeignFill[]>();
  readonly #paused = new Map<string, PausedLeg>();
  readonly #touched = new Set<LedgerLine>();
  readonly #opened: OpenedByOthers[] = [];

  /** Notes what an order of no run opened in its contract or, with the other sign, closed of that. */
  open({ symbol, instrumentId, brokerId }: Order, signedUnits: number): void {
    const at = { symbol, instrumentId, brokerId };
    const opened = this.#openedIn(at);
    if (opened === undefined) this.#opened.push({ ...at, netUnits: signedUnits });
    else opened.netUnits += signedUnits;
  }

  /** Signed units that orders of no run hold by themselves in the contract of an order. */
  netUnitsIn(order: Order): number {
    let units = this.#openedIn(order)?.netUnits ?? 0;
    for (const [line, fills] of this.#suspected) {
      const [fill] = fills;
      if (fill?.order.brokerId !== order.brokerId) continue;
      if (!isSameContract(line.contract, order)) continue;
      // What a leg closed a second time is theirs.
      const sign = fill.order.side === 'buy' ? 1 : -1;
      const closableUnits = Math.max(0, -sign * line.position.netUnits);
      units += sign * Math.max(0, this.suspectedUnits(line) - closableUnits);
    }
    return units;
  }

  #openedIn(at: ContractAt): OpenedByOthers | undefined {
    return this.#opened.find(
      (opened) => opened.brokerId === at.brokerId && isSameContract(opened, at),
    );
  }

  adopt(line: LedgerLine, fill: ForeignFill): void {
    invariant(fill.fillUnits >= 0, 'Others give units back to a leg');
    const { orderId } = fill.order;
    this.#adopted.set(orderId, [...(this.#adopted.get(orderId) ?? []), fill]);
    this.#touched.add(line);
  }

  adoptedOf(orderId: string): readonly ForeignFill[] {
    return this.#adopted.get(orderId) ?? [];
  }

  /** Notes a fill that may have closed what a line shows. */
  suspect(line: LedgerLine, fill: ForeignFill): void {
    invariant(fill.fillUnits >= 0, 'Others close less than nothing of a leg');
    this.#suspected.set(line, [...(this.#suspected.get(line) ?? []), fill]);
    this.#touched.add(line);
  }

  /** Units of a line that may be closed already. */
  suspectedUnits(line: LedgerLine): number {
    const fills = this.#suspected.get(line) ?? [];
    return fills.reduce((units, { fillUnits }) => units + fillUnits, 0);
  }

  /** Takes the suspected fills of a line out. */
  clear(line: LedgerLine): readonly ForeignFill[] {
    const fills = this.#suspected.get(line) ?? [];
    this.#suspected.delete(line);
    return fills;
  }

  /** Notes that something of a line was closed before the day. */
  touch(line: LedgerLine): void {
    this.#touched.add(line);
  }

  /** Lines of which something was or may have been closed by others. */
  touched(): Iterable<LedgerLine> {
    return this.#touched;
  }

  /** Pauses a leg; false when it was paused before. */
  pause(paused: PausedLeg): boolean {
    const key = `${paused.runId}\n${paused.leg}`;
    if (this.#paused.has(key)) return false;
    this.#paused.set(key, paused);
    return true;
  }

  /** Whether any leg is paused; asked at every look. */
  get hasPaused(): boolean {
    return this.#paused.size > 0;
  }

  pauseOf(runId: string, leg: string): PausedLeg | undefined {
    return this.#paused.get(`${runId}\n${leg}`);
  }

  paused(): readonly PausedLeg[] {
    return [...this.#paused.values()];
  }

  resume({ runId, leg }: PausedLeg): void {
    const wasPaused = this.#paused.delete(`${runId}\n${leg}`);
    invariant(wasPaused, 'A leg is released that was not paused');
  }
}
