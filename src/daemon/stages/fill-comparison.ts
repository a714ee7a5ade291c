import { type AuditEntry } from '../../audit/audit-entry.ts';
import { type StagedFill } from '../../day/staged-run.ts';
import { type Attempt } from '../../engine/effect.ts';
import { type FillAssumption } from '../../exchange/fills/fill-assumption.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Order, type OrderEvent, type Side } from '../../model/orders/order.ts';
import { type FillBound } from '../../settings/stage-terms.ts';
import { PaperTwin } from './paper-fill.ts';

/** What explains that two fills differ by more than the bound. */
export type Explanation =
  /** The live order filled in parts, or only in part: the paper rules know no depth. */
  | 'partial'
  /** One filled long after the other: the price had moved. */
  | 'time'
  /** It stood, and did better than its own limit, at which the paper rules fill it. */
  | 'rested'
  /** The paper rules had only an old quote to go by. */
  | 'old-quote';

/** A live fill beside that of the paper rules for the same order at the same time. */
export interface ComparedFill extends StagedFill {
  readonly runId: string;
  /** Of the paper fill; null for a shadow run, whose paper fill is its own. */
  readonly assumption: FillAssumption | null;
  readonly explained: Explanation | null;
}

/** One that fills further apart is explained by time. */
const APART_MS_MAX = 30_000;
/** A quote older than this is no measure of a price. */
const QUOTE_AGE_MS_MAX = 10_000;

const NONE: readonly ComparedFill[] = [];

interface Compared {
  readonly tag: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantityUnits: number;
  readonly twin: PaperTwin;
  runId: string | null;
  liveUnits: number;
  liveValuePaise: number;
  liveParts: number;
  liveAtMs: number;
  isOver: boolean;
  isJudged: boolean;
  /** How old the quote was at which the twin filled, milliseconds. */
  quoteAgeMs: number;
}

/**
 * Lays the fills of live orders beside what the paper rules make of the same orders at the same time. It is a fold of the audit
 * stream, and so of the journal: a restart and a replay come to the same.
 */
export class FillComparison {
  readonly #orders = new Map<string, Compared>();
  readonly #bySymbol = new Map<string, Compared[]>();
  readonly #tagOf = new Map<string, string>();
  readonly #quotes = new Map<string, Quote>();
  readonly #bound: FillBound;
  readonly #unexplained: ComparedFill[] = [];

  constructor(bound: FillBound) {
    this.#bound = bound;
  }

  /** Takes what happened. */
  take(entry: Extract<AuditEntry, { readonly kind: 'sent' | 'learned' | 'seen' }>): void {
    const { atMs } = entry;
    if (entry.kind === 'sent') this.#takeSent(entry.what.attempt as unknown as Attempt, atMs);
    else if (entry.kind === 'seen') {
      if (entry.what.kind === 'prices') for (const of of entry.what.quotes) this.#quote(of, atMs);
    } else if (entry.runId !== null && entry.what.kind === 'orders-observed') {
      for (const event of entry.what.events) this.#observe(entry.runId, event, atMs);
    }
  }

  /** Takes those beyond the bound that nothing explains, since the last call. */
  takeUnexplained(): readonly ComparedFill[] {
    return this.#unexplained.length === 0 ? NONE : this.#unexplained.splice(0);
  }

  /** Fills that both sides have, in the order in which the orders left. */
  compared(): readonly ComparedFill[] {
    return [...this.#orders.values()].flatMap((of) => this.#compare(of));
  }

  /** Orders that filled live, and not by the paper rules. */
  get unmatched(): number {
    const orders = [...this.#orders.values()];
    return orders.filter(({ liveUnits, twin }) => liveUnits > 0 && twin.fill === null).length;
  }

  #takeSent(attempt: Attempt, atMs: number): void {
    if (attempt.kind === 'place') {
      for (const element of attempt.request.elements) this.#place(element, atMs);
    } else if (attempt.kind === 'modify') {
      for (const { orderId, terms } of attempt.elements) {
        const order = this.#byId(orderId);
        order?.twin.modify(terms);
        this.#meet(order, atMs);
      }
    } else if (attempt.kind === 'cancel') {
      for (const orderId of attempt.orderIds) this.#byId(orderId)?.twin.withdraw();
    }
  }

  #place(
    element: Pick<Compared, 'tag' | 'symbol' | 'side' | 'quantityUnits'> & Pick<Order, 'terms'>,
    atMs: number,
  ): void {
    const { tag, symbol, side, quantityUnits, terms } = element;
    // One that is sent once more under its tag is the same order.
    if (this.#orders.has(tag)) return;
    const order: Compared = {
      ...{ tag, symbol, side, quantityUnits, twin: new PaperTwin({ side, terms }) },
      ...{ runId: null, liveUnits: 0, liveValuePaise: 0, liveParts: 0, liveAtMs: 0 },
      ...{ isOver: false, isJudged: false, quoteAgeMs: 0 },
    };
    this.#orders.set(tag, order);
    this.#bySymbol.set(symbol, [...(this.#bySymbol.get(symbol) ?? []), order]);
    this.#meet(order, atMs);
  }

  #byId(orderId: string): Compared | undefined {
    return this.#orders.get(this.#tagOf.get(orderId) ?? '');
  }

  #quote(quote: Quote, atMs: number): void {
    this.#quotes.set(quote.symbol, quote);
    const open = this.#bySymbol.get(quote.symbol);
    if (open === undefined) return;
    for (const order of open) this.#meet(order, atMs);
    // What is filled or withdrawn needs no more prices.
    const left = open.filter(({ twin }) => twin.isOpen);
    if (left.length < open.length) this.#bySymbol.set(quote.symbol, left);
  }

  #meet(order: Compared | undefined, atMs: number): void {
    const quote = order === undefined ? undefined : this.#quotes.get(order.symbol);
    if (order?.twin.isOpen !== true || quote === undefined) return;
    order.twin.meet(quote, atMs);
    if (order.twin.fill === null) return;
    order.quoteAgeMs = atMs - quote.atMs;
    this.#judge(order);
  }

  #observe(runId: string, { order, fillUnits, kind }: OrderEvent, atMs: number): void {
    const known = this.#orders.get(order.tag);
    if (known === undefined) return;
    known.runId = runId;
    this.#tagOf.set(order.orderId, order.tag);
    if (fillUnits > 0) {
      known.liveUnits = order.filledUnits;
      known.liveValuePaise = order.filledValuePaise;
      known.liveParts += 1;
      known.liveAtMs = atMs;
    }
    if (kind === 'cancelled' || kind === 'rejected') {
      known.isOver = true;
      known.twin.withdraw();
    }
    if (known.liveUnits >= known.quantityUnits) known.isOver = true;
    this.#judge(known);
  }

  /** Once both sides are known. */
  #judge(of: Compared): void {
    if (of.isJudged) return;
    const [found] = this.#compare(of);
    if (found === undefined) return;
    of.isJudged = true;
    if (found.isBeyond && found.explained === null) this.#unexplained.push(found);
  }

  /** Once the live order is over: before that its average may change. */
  #compare(of: Compared): readonly ComparedFill[] {
    const { runId, liveUnits, twin } = of;
    if (runId === null || !of.isOver || liveUnits === 0 || twin.fill === null) return [];
    const { pricePaise: paperPaise, assumption } = twin.fill;
    const livePaise = Math.round(of.liveValuePaise / liveUnits);
    const worsePaise = of.side === 'buy' ? livePaise - paperPaise : paperPaise - livePaise;
    const isBeyond = isBeyondBound(worsePaise, paperPaise, this.#bound);
    const { tag, symbol, side } = of;
    return [
      {
        ...{ runId, tag, symbol, side, units: liveUnits, livePaise, paperPaise, assumption },
        ...{ worsePaise, worseBasisPoints: Math.round((worsePaise * 10_000) / paperPaise) },
        ...{ isBeyond, explained: isBeyond ? whatExplains(of, worsePaise) : null },
      },
    ];
  }
}

/** Whether two prices differ by more than both parts of a bound. */
export function isBeyondBound(
  differencePaise: number,
  ofPaise: number,
  { paise, percent }: FillBound,
): boolean {
  const apart = Math.abs(differencePaise);
  return apart > paise && apart * 100 > percent * ofPaise;
}

function whatExplains(of: Compared, worsePaise: number): Explanation | null {
  const { twin, liveUnits, quantityUnits, liveParts, liveAtMs, quoteAgeMs } = of;
  const { fill } = twin;
  if (fill === null) return null;
  if (liveUnits < quantityUnits || liveParts > 1) return 'partial';
  if (Math.abs(liveAtMs - fill.atMs) > APART_MS_MAX) return 'time';
  if (quoteAgeMs > QUOTE_AGE_MS_MAX) return 'old-quote';
  return fill.assumption === 'rested-at-its-limit' && worsePaise < 0 ? 'rested' : null;
}
