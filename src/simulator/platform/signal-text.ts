import { fail, ok, type Result } from '../../base/result.ts';
import { type Side } from '../../model/order.ts';

/** One trade of a text signal, as written. */
export interface SignalLine {
  readonly ticker: string;
  readonly side: Side;
  /** Lots for futures and options. */
  readonly quantity: number;
}

const TRADE = /^([A-Z][A-Z0-9&-]*(?:\.\d+)?!?)\s+(buy|sell)\s+([1-9]\d{0,6})$/;
const TRADES_MAX = 50;

/** Reads `TICKER buy|sell QUANTITY`, several separated by commas. The reason of a refusal says which one is wrong. */
export function parseSignal(text: string): Result<readonly SignalLine[], string> {
  const parts = text.split(',');
  if (parts.length > TRADES_MAX) return fail(`At most ${String(TRADES_MAX)} trades in a signal`);
  const lines: SignalLine[] = [];
  for (const [index, part] of parts.entries()) {
    const [, ticker, side, quantity] = TRADE.exec(part.trim()) ?? [];
    if (ticker === undefined) {
      return fail(`Trade ${String(index + 1)} is not "TICKER buy|sell QUANTITY"`);
    }
    lines.push({ ticker, side: side === 'buy' ? 'buy' : 'sell', quantity: Number(quantity) });
  }
  return ok(lines);
}
