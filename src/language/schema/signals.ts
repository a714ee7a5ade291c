import { z } from 'zod';

import { type SignalTrade } from '../../model/orders/command.ts';
import { mapping, textForm, wording } from '../../text/worded-schema.ts';
import { clockTimeText, heading, weekdaysRule } from './shared-keys.ts';

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

const TAG = wording(['the identifier of the signal: 1 to 64 characters a-z A-Z 0-9 _ -'], '"5f2a"');
const BROKER = wording(['a broker id: 1 to 32 characters a-z A-Z 0-9 _'], 'broker_1');
const BROKERS = wording(['a list of 1 to 10 broker ids'], '[broker_1]');
const SIGNALS = wording(['a list of 1 to 100 signals'], '[{ at, trades, tag, brokers }]');

const signal = z.lazy(() =>
  mapping('at, trades, tag and brokers', {
    at: clockTimeText('09:30'),
    trades: tradesText,
    tag: z.string({ error: TAG }).regex(/^[a-zA-Z0-9_-]{1,64}$/, { error: TAG }),
    brokers: z
      .array(z.string({ error: BROKER }).regex(/^[a-zA-Z0-9_]{1,32}$/, { error: BROKER }), {
        error: BROKERS,
      })
      .min(1, { error: BROKERS })
      .max(10, { error: BROKERS }),
  }),
);

/** The `signals` form: text trade signals sent at fixed times. */
export const signalsForm = z.lazy(() =>
  mapping('the keys of a strategy', {
    ...heading,
    days: weekdaysRule.optional(),
    signals: z
      .array(signal, { error: SIGNALS })
      .min(1, { error: SIGNALS })
      .max(100, { error: SIGNALS }),
  }),
);

/** A strategy of the `signals` form, read. */
export type SignalsForm = z.output<typeof signalsForm>;
