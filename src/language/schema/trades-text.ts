import { type z } from 'zod';

import { type SignalTrade } from '../../model/command.ts';
import { textForm } from './text-form.ts';

const QUANTITY_MAX = 1_000_000;

/** Trades of a text signal: `NIFTY1! buy 1, INFY sell 10`. */
export const tradesText: z.ZodType<readonly SignalTrade[], string> = textForm({
  pattern: /^[A-Z0-9&!-]{1,40} (buy|sell) \d{1,7}(, ?[A-Z0-9&!-]{1,40} (buy|sell) \d{1,7}){0,9}$/,
  allowed: ['1 to 10 trades, each TICKER buy or sell QUANTITY, with commas between them'],
  example: 'NIFTY1! buy 1',
  read: readTrades,
});

function readTrades(text: string): readonly SignalTrade[] | null {
  const trades = text.split(/, ?/).map(readTrade);
  const isInRange = trades.every(({ quantity }) => quantity >= 1 && quantity <= QUANTITY_MAX);
  return isInRange ? trades : null;
}

function readTrade(text: string): SignalTrade {
  const [ticker = '', side, quantity] = text.split(' ');
  return { ticker, side: side === 'buy' ? 'buy' : 'sell', quantity: Number(quantity) };
}
