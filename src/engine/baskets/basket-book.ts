import { assertMove, invariant, type Life } from '../../base/invariant.ts';
import { type CarriedPosition } from '../../model/orders/carried-over.ts';
import { type Basket, type LegOrder } from '../../model/orders/command.ts';
import { type EntryGroup, type Intent } from '../intents/intent.ts';

/**
 * The entries of one place command and how far they are.
 *
 * - `open`: not all filled yet. Leaves to `complete`; at its deadline, or when nothing more can come, to what its plan
 *   says; to `given-up` when the strategy cancels or squares off one of its legs itself, or when nothing filled at all.
 * - `completing`: what was missing was asked for once more. Leaves to `complete` or, at a second deadline, `held`.
 * - `unwinding`: its shorts are being cancelled. Leaves to `unwound` when none can fill any more: until then the hedges stay;
 *   to `complete` when all filled before that.
 * - `complete`, `unwound`, `held`, `given-up`: nothing more is done. It is watched while it holds a short.
 *
 * Shorts and their hedges that a run holds from an earlier day make one that is `complete` and has no orders.
 */
export interface OpenBasket {
  readonly runId: string;
  /** The orders that make it up; of one that is being completed, those that stand in for lost ones too. */
  group: EntryGroup;
  /** What it holds from an earlier day. */
  readonly carried: readonly CarriedPosition[];
  readonly plan: Basket;
  /** Whether the strategy asked for this plan: without it, a basket where nothing is done gets a milder notice. */
  readonly isAsked: boolean;
  state: 'open' | 'completing' | 'unwinding' | 'complete' | 'unwound' | 'held' | 'given-up';
  /** From when its deadline runs; null while nothing has left. */
  sinceMs: number | null;
  /** What was not filled when it was held, and has not filled since; empty before. */
  missing: readonly Intent[];
  /** Since when it is short of more lots than it is long; null while it is not. */
  nakedSinceMs: number | null;
  /** How long it was so in all, before `nakedSinceMs`. */
  nakedMs: number;
  isNakedNoticed: boolean;
  /** What its legs held when it was last counted; null before the first count. */
  held: BasketHeld | null;
}

/** What the legs of a basket hold in its contracts. It stays so while the ledger and the orders of the group do. */
export interface BasketHeld {
  readonly ledgerVersion: number;
  readonly group: EntryGroup;
  readonly intents: number;
  /** Lots short beyond those long. */
  readonly nakedLots: number;
  readonly isFlat: boolean;
}

const BASKET_LIFE: Life<OpenBasket['state']> = {
  open: ['completing', 'unwinding', 'complete', 'held', 'given-up'],
  completing: ['complete', 'held', 'given-up'],
  unwinding: ['unwound', 'complete', 'given-up'],
  complete: [],
  unwound: [],
  held: [],
  'given-up': [],
};

/** Moves a basket. */
export function moveBasket(basket: OpenBasket, to: OpenBasket['state']): void {
  assertMove(BASKET_LIFE, [basket.state, to], 'A basket');
  basket.state = to;
}

const FRESH = { sinceMs: null, missing: [], nakedSinceMs: null, nakedMs: 0, isNakedNoticed: false };

/** Baskets of the day that may still need something, oldest first. */
export class BasketBook {
  #baskets: OpenBasket[] = [];

  add(of: Pick<OpenBasket, 'runId' | 'group' | 'plan' | 'isAsked'>): void {
    invariant(of.group.intents.length > 0, 'A basket has no orders, and would be complete');
    this.#baskets.push({ ...of, ...FRESH, carried: [], state: 'open', held: null });
  }

  addCarried(runId: string, carried: readonly CarriedPosition[]): void {
    const group: EntryGroup = { intents: [], hedgedAtMs: null };
    const plan: Basket = { withinMs: 0, otherwise: 'hold' };
    const of = { runId, carried, group, plan, isAsked: false };
    this.#baskets.push({ ...of, ...FRESH, state: 'complete', held: null });
  }

  all(): readonly OpenBasket[] {
    return this.#baskets;
  }

  /** Leaves the legs of a run to its strategy, which decides about them itself. */
  giveUp(runId: string, isMeant: (leg: string) => boolean): void {
    for (const basket of this.#baskets) {
      if (basket.runId !== runId || !isUnderWay(basket)) continue;
      if (!basket.group.intents.some(({ order }) => isMeant(order.leg))) continue;
      moveBasket(basket, 'given-up');
    }
  }

  sweep(isOver: (basket: OpenBasket) => boolean): void {
    this.#baskets = this.#baskets.filter((basket) => !isOver(basket));
  }
}

/** What it is made of: a leg and its contract, one for each of its orders. */
export function partsOf({
  group,
  carried,
}: Pick<OpenBasket, 'group' | 'carried'>): readonly Pick<LegOrder, 'leg' | 'contract'>[] {
  return [...carried, ...group.intents.map(({ order }) => order)];
}

/** Whether it may still become complete. */
export function isUnderWay({ state }: OpenBasket): boolean {
  return state === 'open' || state === 'completing' || state === 'unwinding';
}

/** Whether hedges protect its shorts, so that shorts alone are a danger it was not meant to have. */
export function isHedged({ intents }: EntryGroup): boolean {
  const [first] = intents;
  return intents.some(({ order }) => order.side !== first?.order.side);
}
