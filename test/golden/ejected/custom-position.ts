import { defaultIfEmpty, map, startWith, switchMap } from 'rxjs';
import { alert, defineStrategy, squareOffPosition, startPosition, z } from 'sauda';

/**
 * Custom position: at 09:20 the platform starts its own short straddle, with a stop on each leg that the platform
 * watches; at 15:10 we square it off. If this program is down by then, the platform closes the position at 15:15.
 */
export default defineStrategy({
  name: 'custom-position',
  params: z.strictObject({}),
  run: ({ at }) => {
    const start = startPosition({
      position: 'custom-position',
      alertName: 'morning-straddle',
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
            LegStopLoss: { Type: 'LegTgtSLType.Percentage', Value: 50 },
          },
          ExecutionConfig: { ProductType: 'ProductType.MIS' },
        },
        {
          PositionConfig: {
            PositionType: 'PositionType.Sell',
            Lots: 1,
            InstrumentKind: 'LegType.PE',
            ExpiryKind: 'ExpiryType.Weekly',
            EntryType: 'EntryType.EntryByStrikeType',
            StrikeParameter: 'StrikeType.ATM',
            LegStopLoss: { Type: 'LegTgtSLType.Percentage', Value: 50 },
          },
          ExecutionConfig: { ProductType: 'ProductType.MIS' },
        },
      ],
      exitTime: '15:15',
    });
    const squareOff = at('15:10', { late: 'run' }).pipe(
      map(() => squareOffPosition('custom-position')),
    );
    return at('09:20').pipe(
      switchMap(() => squareOff.pipe(startWith(start))),
      defaultIfEmpty(alert('warning', 'Not started: 09:20 had passed')),
    );
  },
});
