import { z } from 'zod';

import { clockTimeText } from './clock-time-text.ts';
import { weekdaysRule } from './days-rule.ts';
import { heading } from './heading.ts';
import { mapping } from './mapping.ts';
import { tradesText } from './trades-text.ts';
import { wording } from './wording.ts';

const TAG = wording(['the identifier of the signal: 1 to 64 characters a-z A-Z 0-9 _ -'], '"5f2a"');
const BROKER = wording(['a broker id: 1 to 32 characters a-z A-Z 0-9 _'], 'broker_1');
const BROKERS = wording(['a list of 1 to 10 broker ids'], '[broker_1]');
const SIGNALS = wording(['a list of 1 to 100 signals'], '[{ at, trades, tag, brokers }]');

const signal = mapping('at, trades, tag and brokers', {
  at: clockTimeText('09:30'),
  trades: tradesText,
  tag: z.string({ error: TAG }).regex(/^[a-zA-Z0-9_-]{1,64}$/, { error: TAG }),
  brokers: z
    .array(z.string({ error: BROKER }).regex(/^[a-zA-Z0-9_]{1,32}$/, { error: BROKER }), {
      error: BROKERS,
    })
    .min(1, { error: BROKERS })
    .max(10, { error: BROKERS }),
});

/** The `signals` form: text trade signals sent at fixed times. */
export const signalsForm = mapping('the keys of a strategy', {
  ...heading,
  days: weekdaysRule.optional(),
  signals: z
    .array(signal, { error: SIGNALS })
    .min(1, { error: SIGNALS })
    .max(100, { error: SIGNALS }),
});

/** A strategy of the `signals` form, read. */
export type SignalsForm = z.output<typeof signalsForm>;
