import { kept } from '../../base/kept.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order, type Product } from '../../model/orders/order.ts';
import { listIn, type SeenStep } from '../oracle/seen-step.ts';
import { type DurableIntent, type Truth } from '../oracle/truth.ts';

/** How long the proof that an order never arrived may take from the first look on, with looks that fail in between. */
const SEARCH_MS_MAX = 420_000;
/** Reads that are closer together are one. */
const READS_APART_MS = 10_000;

/** An exit that the exchange rejected is tried again later each time, up to 80 s. */
const TRIED_AGAIN_MS_MAX = 100_000;
const NO_MARGIN = 'RejectionCode.Margin';

/** An order of a leg at the exchange. */
interface LegOrderThere {
  readonly order: Order;
  readonly role: string;
}

/** Orders of each leg as they are at the exchange, found by the tags that the disk holds. */
export class LegsAtExchange {
  readonly #truth: Truth;
  readonly #byRun = new Map<string, Map<string, DurableIntent[]>>();
  readonly #refused = new Set<string>();
  /** Tags that were kept and not sent when their process died, and when the next one began. */
  readonly #lostAtMs = new Map<string, number>();
  readonly #readsAtMs: number[] = [];

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  begin(nowMs: number): void {
    for (const { tag } of [...this.#byRun.values()].flatMap((legs) => [...legs.values()].flat())) {
      if (!this.#truth.sentTags.has(tag)) kept(this.#lostAtMs, tag, () => nowMs);
    }
  }

  takeIntent(intent: DurableIntent): void {
    const ofRun = kept(this.#byRun, intent.runId, () => new Map<string, DurableIntent[]>());
    const known = kept(ofRun, intent.leg, () => []);
    if (!known.some(({ tag }) => tag === intent.tag)) known.push(intent);
  }

  takeStep(step: SeenStep, nowMs: number): void {
    if (listIn(step) !== null) {
      const isApart = nowMs - (this.#readsAtMs.at(-1) ?? -Infinity) >= READS_APART_MS;
      if (isApart) this.#readsAtMs.push(nowMs);
    }
    const { event } = step;
    if (event.kind !== 'attempt-ended' || event.result.kind !== 'place') return;
    const { outcome } = event.result;
    if (outcome.kind !== 'accepted') return;
    for (const [tag, element] of outcome.value) {
      if (element.kind === 'rejected') this.#refused.add(tag);
    }
  }

  namesOf(runId: string): readonly string[] {
    return [...(this.#byRun.get(runId)?.keys() ?? [])];
  }

  runs(): readonly string[] {
    return [...this.#byRun.keys()];
  }

  /** Intents of a leg, oldest first. */
  intentsOf(runId: string, leg: string): readonly DurableIntent[] {
    return this.#byRun.get(runId)?.get(leg) ?? [];
  }

  hasProduct(runId: string, leg: string, product: Product): boolean {
    return this.#orders(runId, leg).some(({ order }) => order.product === product);
  }

  /** Orders of a leg that may still fill. */
  working(runId: string, leg: string): readonly LegOrderThere[] {
    return this.#orders(runId, leg).filter(({ order }) => !isTerminal(order.status));
  }

  stoppedUnits(runId: string, leg: string, symbol: string): number {
    return this.#orders(runId, leg).reduce((units, { role, order }) => {
      return units + (role === 'stop' && order.symbol === symbol ? order.filledUnits : 0);
    }, 0);
  }

  /**
   * Whether no exit of a leg can be expected: an order of it was sent and may or may not have arrived, or the exchange lately
   * had no margin for closing it. The account nets by contract: where another leg is long of what this one is short of, buying
   * it back makes the account longer, which has to be paid for.
   */
  isStuck(runId: string, leg: string, nowMs: number): boolean {
    if (this.isSearched(runId, leg, nowMs)) return true;
    return this.#orders(runId, leg).some(({ role, order: { rejectionCode, updatedAtMs } }) => {
      if (role === 'entry' || rejectionCode !== NO_MARGIN) return false;
      return nowMs - updatedAtMs < TRIED_AGAIN_MS_MAX;
    });
  }

  /** Whether an order of a leg was sent and may or may not have arrived. */
  isSearched(runId: string, leg: string, nowMs: number): boolean {
    return this.intentsOf(runId, leg).some(({ tag }) => {
      const sentAtMs = this.#truth.sentTags.get(tag)?.lastAtMs ?? this.#lostAtMs.get(tag);
      if (sentAtMs === undefined || this.#refused.has(tag)) return false;
      if (this.#truth.genuine(tag).length > 0) return false;
      if (nowMs - sentAtMs < SEARCH_MS_MAX) return true;
      // Without a session nothing can be looked up.
      const firstReadMs = this.#readsAtMs.find((atMs) => atMs > sentAtMs) ?? nowMs;
      return nowMs - firstReadMs < SEARCH_MS_MAX;
    });
  }

  #orders(runId: string, leg: string): readonly LegOrderThere[] {
    return this.intentsOf(runId, leg).flatMap(({ tag, role }) =>
      this.#truth.genuine(tag).map((order) => ({ order, role })),
    );
  }
}

/** Names a leg of a run. */
export function keyOf(runId: string, leg: string): string {
  return `${runId}\n${leg}`;
}
