import { map } from 'rxjs';
import { clockTime, defineStrategy, lots, signal, z } from 'sauda';

/**
 * Text signal: at 09:30 tell the platform to buy the front-month future at each broker. A signal has no paper route: a
 * paper run refuses it and says so. Put your own `tag` and `brokers` into the configuration.
 */
export default defineStrategy({
  name: 'text-signal',
  params: z.object({
    at: clockTime().default('09:30'),
    ticker: z.string().default('NIFTY1!'),
    lots: lots().default(1),
    tag: z.string().default('000000000000000000000000'),
    brokers: z.array(z.string()).min(1).default(['my_broker']),
  }),
  run: ({ params, at }) =>
    at(params.at).pipe(
      map(() =>
        signal({
          trades: [{ ticker: params.ticker, side: 'buy', quantity: params.lots }],
          signalTag: params.tag,
          brokerIds: params.brokers,
        }),
      ),
    ),
});
