import { map } from 'rxjs';
import { defineStrategy, signal, z } from 'sauda';

/**
 * Text signal: at 09:30 tell the platform to buy the front-month future at each broker. A signal has no paper route: a
 * paper run refuses it and says so. Put your own tag and brokers here.
 */
export default defineStrategy({
  name: 'text-signal',
  params: z.strictObject({}),
  run: ({ at }) => {
    const signal1 = signal({
      trades: [{ ticker: 'NIFTY1!', side: 'buy', quantity: 1 }],
      signalTag: '000000000000000000000000',
      brokerIds: ['my_broker'],
    });
    return at('09:30').pipe(map(() => signal1));
  },
});
