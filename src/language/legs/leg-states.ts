import { ignoreElements, merge, type Observable, tap } from 'rxjs';

import { isWorking } from '../../model/orders/order-machine.ts';
import { type Command } from '../../model/orders/command.ts';
import { type OrderEvent } from '../../model/orders/order.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type InputOf, type StrategyContext } from '../../strategy/context.ts';
import { type LegPosition } from '../../streams/observations.ts';

/** What is under way in one leg. */
interface LegState {
  /** Units that were to be entered and whose orders have not ended yet. */
  outstandingUnits: number;
  readonly working: Set<string>;
  readonly ended: Set<string>;
  isOpen: boolean;
  /** Of the contract that was entered last; null where this run entered none. */
  expiry: IstDate | null;
  /** Of its entry as it was ordered last; null where this run entered none. */
  lots: number | null;
}

/**
 * Which legs may be entered: those that are flat and have no entry under way. A rule may fire again at any time, and would
 * otherwise double a position.
 *
 * - free: flat, and every unit that was to be entered has been filled and closed, cancelled, rejected or refused.
 * - entering: from the command on, until its orders have ended.
 * - open: from the first fill to the last exit.
 */
export class LegStates {
  readonly #legs = new Map<string, LegState>();

  /** Follows what polls show, until it is unsubscribed; emits nothing. */
  follow(context: StrategyContext<unknown>): Observable<never> {
    return merge(
      context.positions.pipe(
        tap((positions) => {
          this.#positions(positions);
        }),
      ),
      context.orders.pipe(
        tap((event) => {
          this.#order(event);
        }),
      ),
      context.refusals.pipe(
        tap((refused) => {
          this.#refused(refused);
        }),
      ),
    ).pipe(ignoreElements());
  }

  /** Notes what a command enters. */
  note(command: Command): void {
    if (command.kind !== 'place') return;
    for (const { leg, role, quantityUnits, contract } of command.orders) {
      if (role !== 'entry') continue;
      const state = this.#of(leg);
      state.outstandingUnits += quantityUnits;
      state.expiry = contract.expiry;
      state.lots = quantityUnits / contract.lotSizeUnits;
    }
  }

  /** Whether a leg that was entered in this run, or is being entered, expires by a day. */
  expiresBy(date: IstDate): boolean {
    return [...this.#legs].some(([leg, { expiry }]) => {
      return expiry !== null && expiry <= date && !this.isFree(leg);
    });
  }

  /** Lots of a leg as its entry was ordered last; null where this run entered none. */
  lotsOf(leg: string): number | null {
    return this.#legs.get(leg)?.lots ?? null;
  }

  /** Whether a leg may be entered. */
  isFree(leg: string): boolean {
    const state = this.#legs.get(leg);
    if (state === undefined) return true;
    return !state.isOpen && state.outstandingUnits <= 0 && state.working.size === 0;
  }

  /** Whether a leg was entered in this run or carried into it: another one cannot be closed. */
  isKnown(leg: string): boolean {
    return this.#legs.has(leg);
  }

  #positions(positions: readonly LegPosition[]): void {
    for (const state of this.#legs.values()) state.isOpen = false;
    for (const { leg, netUnits } of positions) {
      const state = this.#of(leg);
      state.isOpen ||= netUnits !== 0;
    }
  }

  #order({ order, legRef }: OrderEvent): void {
    if (legRef?.role !== 'entry') return;
    const state = this.#of(legRef.leg);
    if (isWorking(order)) {
      state.working.add(order.orderId);
      return;
    }
    state.working.delete(order.orderId);
    if (state.ended.has(order.orderId)) return;
    state.ended.add(order.orderId);
    state.outstandingUnits -= order.quantityUnits;
  }

  /** A refused command leaves nothing under way but what works already. */
  #refused({ leg }: InputOf<'command-refused'>): void {
    for (const [name, state] of this.#legs) {
      if (leg === null || leg === name) state.outstandingUnits = 0;
    }
  }

  #of(leg: string): LegState {
    const known = this.#legs.get(leg);
    if (known !== undefined) return known;
    const state = { outstandingUnits: 0, working: new Set<string>(), ended: new Set<string>() };
    const fresh: LegState = { ...state, isOpen: false, expiry: null, lots: null };
    this.#legs.set(leg, fresh);
    return fresh;
  }
}
