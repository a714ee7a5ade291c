import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order, type Product } from '../../model/orders/order.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type DurableIntent, type Truth } from '../oracle/truth.ts';

/** How long the proof that an order never arrived may take from the first look on, with looks that fail in between. */
const SEARCH_MS_MAX = 420_000;
/** Reads that are closer together are one. */
const READS_APART_MS = 10_000;

/** An exit that the exchange rejected is tried again later each time, up to 80 s. */
const TRIED_AGAIN_MS_MAX = 100_000;

/** An order of a leg that may still fill at the exchange. */
export interface WorkingOrder {
  readonly order: Order;
  readonly role: string;
}

/** Orders of each leg as they are at the exchange, found by the tags that the disk holds. */
export class LegsAtExchange {
  readonly #truth: Truth;
  readonly #byLeg = new Map<string, DurableIntent[]>();
  readonly #refused = new Set<string>();
  /** Tags that were kept and not sent when their process died, and when the next one began. */
  readonly #lostAtMs = new Map<string, number>();
  readonly #readsAtMs: number[] = [];

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  begin(nowMs: number): void {
    for (const intents of this.#byLeg.values()) {
      for (const { tag } of intents) {
        if (!this.#truth.sentTags.has(tag) && !this.#lostAtMs.has(tag)) {
          this.#lostAtMs.set(tag, nowMs);
        }
      }
    }
  }

  takeIntent(intent: DurableIntent): void {
    const key = keyOf(intent.runId, intent.leg);
    const known = this.#byLeg.get(key);
    if (known === undefined) this.#byLeg.set(key, [intent]);
    else if (!known.some(({ tag }) => tag === intent.tag)) known.push(intent);
  }

  takeStep({ event }: SeenStep, nowMs: number): void {
    if (isReadOfOrders(event)) {
      const isApart = nowMs - (this.#readsAtMs.at(-1) ?? -Infinity) >= READS_APART_MS;
      if (isApart) this.#readsAtMs.push(nowMs);
      return;
    }
    if (event.kind !== 'attempt-ended' || event.result.kind !== 'place') return;
    const { outcome } = event.result;
    if (outcome.kind !== 'accepted') return;
    for (const [tag, element] of outcome.value) {
      if (element.kind === 'rejected') this.#refused.add(tag);
    }
  }

  namesOf(runId: string): readonly string[] {
    const names: string[] = [];
    for (const key of this.#byLeg.keys()) {
      const [run = '', leg = ''] = key.split('\n');
      if (run === runId) names.push(leg);
    }
    return names;
  }

  runs(): ReadonlySet<string> {
    return new Set([...this.#byLeg.keys()].map((key) => key.split('\n', 1)[0] ?? ''));
  }

  /** Intents of a leg, oldest first. */
  intentsOf(runId: string, leg: string): readonly DurableIntent[] {
    return this.#byLeg.get(keyOf(runId, leg)) ?? [];
  }

  hasProduct(runId: string, leg: string, product: Product): boolean {
    return this.intentsOf(runId, leg).some(({ tag }) =>
      this.#truth.genuine(tag).some((order) => order.product === product),
    );
  }

  working(runId: string, leg: string): readonly WorkingOrder[] {
    const working: WorkingOrder[] = [];
    for (const { tag, role } of this.intentsOf(runId, leg)) {
      for (const order of this.#truth.genuine(tag)) {
        if (!isTerminal(order.status)) working.push({ order, role });
      }
    }
    return working;
  }

  stoppedUnits(runId: string, leg: string, symbol: string): number {
    let units = 0;
    for (const { tag, role } of this.intentsOf(runId, leg)) {
      if (role !== 'stop') continue;
      for (const order of this.#truth.genuine(tag)) {
        if (order.symbol === symbol) units += order.filledUnits;
      }
    }
    return units;
  }

  /**
   * Whether the exchange lately had no margin for closing a leg. The account nets by contract: where another leg is long of
   * what this one is short of, buying it back makes the account longer, which has to be paid for.
   */
  lacksMargin(runId: string, leg: string, nowMs: number): boolean {
    const exits = this.intentsOf(runId, leg).filter(({ role }) => role !== 'entry');
    return exits.some(({ tag }) =>
      this.#truth.genuine(tag).some(({ rejectionCode, updatedAtMs }) => {
        return rejectionCode === NO_MARGIN && nowMs - updatedAtMs < TRIED_AGAIN_MS_MAX;
      }),
    );
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
}

function isReadOfOrders(event: SeenStep['event']): boolean {
  if (event.kind !== 'poll-ended' || event.subject !== 'orders') return false;
  return event.outcome.kind === 'accepted';
}

const NO_MARGIN = 'RejectionCode.Margin';

/** Names a leg of a run. */
export function keyOf(runId: string, leg: string): string {
  return `${runId}\n${leg}`;
}
