import { filter, map, merge, type Observable, share, Subject, tap } from 'rxjs';

import { type Command, isInScope, type LegScope } from '../../model/orders/command.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Fill, type LegPosition } from '../../streams/observations.ts';

type Context = Pick<StrategyContext<unknown>, 'fills' | 'positions'>;

/**
 * What closed a leg: its stop order, its target, something else that the strategy asked for, or an exit that it did not
 * ask for, as where a stop could not be placed, or by the operator.
 */
export type ClosedBy = 'stop' | 'target' | 'command' | 'unasked';

/** A leg that has become flat. */
export interface LegClosing {
  readonly leg: string;
  readonly by: ClosedBy;
  /** The position as it was open last; null for one that this run never saw open. */
  readonly was: LegPosition | null;
  /** Of the fill that closed it. */
  readonly pricePaise: number;
}

/**
 * Which legs of a run were closed, and by what. A leg counts as closed with the fill that leaves nothing of it open in any
 * contract. A square-off that was asked for is remembered until its leg is entered again.
 */
export class LegClosings {
  readonly #asked = new Map<string, ClosedBy>();
  readonly #exits = new Subject<LegScope>();
  readonly #open = new Map<string, LegPosition>();
  #positions: readonly LegPosition[] = [];
  /** Each closing, once the position of its leg is up to date. */
  readonly closings: Observable<LegClosing>;

  constructor(context: Context) {
    const positions = context.positions.pipe(
      tap((all) => {
        this.#positions = all;
        for (const held of all) if (held.netUnits !== 0) this.#open.set(held.leg, held);
      }),
      filter(() => false),
    );
    this.closings = merge(positions as Observable<never>, context.fills).pipe(
      filter((fill) => this.#isClosing(fill)),
      map((fill) => this.#closing(fill)),
      share(),
    );
  }

  /** Notes a square-off of the strategy. What is noted first for a leg stays: its target, before the square-off that it emits. */
  note(command: Command, by: ClosedBy = 'command'): void {
    if (command.kind !== 'squareOff') return;
    this.endWaits(command.legs);
    const open = this.#positions.filter(({ netUnits }) => netUnits !== 0).map(({ leg }) => leg);
    for (const leg of command.legs === 'all' ? open : command.legs) {
      if (!this.#asked.has(leg)) this.#asked.set(leg, by);
    }
  }

  /** Ends what waits for an entry of these legs, where an exit means them and there may be nothing to square off. */
  endWaits(legs: LegScope): void {
    this.#exits.next(legs);
  }

  /** Each exit of the strategy that means a leg, whether it is open or not. */
  exitsOf(leg: string): Observable<LegScope> {
    return this.#exits.pipe(filter((legs) => isInScope(leg, legs)));
  }

  #isClosing({ legRef: { leg, role } }: Fill): boolean {
    if (role === 'entry') {
      this.#asked.delete(leg);
      return false;
    }
    return this.#positions.every((held) => held.leg !== leg || held.netUnits === 0);
  }

  /** What was asked for first counts, even if a stop order came before it. */
  #closing({ legRef: { leg, role }, pricePaise }: Fill): LegClosing {
    const by = this.#asked.get(leg) ?? (role === 'stop' ? role : 'unasked');
    return { leg, by, was: this.#open.get(leg) ?? null, pricePaise };
  }
}
