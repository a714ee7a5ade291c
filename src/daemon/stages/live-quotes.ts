import { type AuditEntry } from '../../audit/audit-entry.ts';
import { touchPaise } from '../../exchange/fills/match-at-touch.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type OrderEvent } from '../../model/orders/order.ts';
import { type FillBound } from '../../settings/stage-terms.ts';
import { type ComparedFill, isBeyondBound } from './fill-comparison.ts';

interface Shown {
  readonly of: Pick<ComparedFill, 'runId' | 'tag' | 'symbol' | 'side'>;
  units: number;
  paperValuePaise: number;
  liveValuePaise: number;
}

/**
 * Lays the paper fills of shadow runs beside what live would have been: the best price of the other side in the last live quote
 * at each fill. It is a fold of the shadow day's audit stream, and so of its journal.
 */
export class LiveQuotes {
  readonly #orders = new Map<string, Shown>();
  readonly #quotes = new Map<string, Quote>();
  readonly #bound: FillBound;

  constructor(bound: FillBound) {
    this.#bound = bound;
  }

  /** Takes what happened. */
  take(entry: Extract<AuditEntry, { readonly kind: 'learned' | 'seen' }>): void {
    if (entry.kind === 'seen') {
      if (entry.what.kind !== 'prices') return;
      for (const quote of entry.what.quotes) this.#quotes.set(quote.symbol, quote);
    } else if (entry.runId !== null && entry.what.kind === 'orders-observed') {
      for (const event of entry.what.events) this.#fill(entry.runId, event);
    }
  }

  /** Fills for which there was a live quote, in their order. */
  compared(): readonly ComparedFill[] {
    return [...this.#orders.values()].map((shown) => this.#compare(shown));
  }

  #fill(runId: string, { order, fillUnits, fillValuePaise }: OrderEvent): void {
    if (fillUnits === 0) return;
    const { tag, symbol, side } = order;
    const quote = this.#quotes.get(symbol);
    const touch = quote === undefined ? null : touchPaise(side, quote);
    if (touch === null) return;
    const of = { runId, tag, symbol, side };
    const shown = this.#orders.get(tag) ?? {
      of,
      units: 0,
      paperValuePaise: 0,
      liveValuePaise: 0,
    };
    this.#orders.set(tag, shown);
    shown.units += fillUnits;
    shown.paperValuePaise += fillValuePaise;
    shown.liveValuePaise += touch * fillUnits;
  }

  #compare({ of, units, paperValuePaise, liveValuePaise }: Shown): ComparedFill {
    const livePaise = Math.round(liveValuePaise / units);
    const paperPaise = Math.round(paperValuePaise / units);
    const worsePaise = of.side === 'buy' ? livePaise - paperPaise : paperPaise - livePaise;
    return {
      ...of,
      ...{ units, livePaise, paperPaise, worsePaise, assumption: null, explained: null },
      worseBasisPoints: Math.round((worsePaise * 10_000) / paperPaise),
      isBeyond: isBeyondBound(worsePaise, paperPaise, this.#bound),
    };
  }
}
