import { map } from 'rxjs';
import { defineStrategy, startPosition } from 'sauda';

/** Starts one custom position as soon as it runs in the session, and nothing else. */
export default defineStrategy({
  name: 'starts-once',
  run: ({ at }) =>
    at('09:16', { late: 'run' }).pipe(
      map(() =>
        startPosition({
          position: 'short-call',
          ticker: 'NIFTY',
          legs: [
            {
              PositionConfig: {
                PositionType: 'PositionType.Sell',
                Lots: 1,
                InstrumentKind: 'LegType.CE',
                ExpiryKind: 'ExpiryType.Weekly',
                EntryType: 'EntryType.EntryByStrikeType',
                StrikeParameter: 'StrikeType.ATM',
              },
              ExecutionConfig: { ProductType: 'ProductType.MIS' },
            },
          ],
        }),
      ),
    ),
});
