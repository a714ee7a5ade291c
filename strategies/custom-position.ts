import { defaultIfEmpty, map, startWith, switchMap } from 'rxjs';
import {
  alert,
  clockTime,
  defineStrategy,
  lots,
  percentNumber,
  squareOffPosition,
  startPosition,
  z,
} from 'sauda';

/**
 * Custom position: at 09:20 the platform starts its own short straddle, with a stop on each leg that the platform
 * watches; at 15:10 we square it off. If this program is down by then, the platform closes the position at 15:15.
 */
export default defineStrategy({
  name: 'custom-position',
  params: z.object({
    ticker: z.string().default('NIFTY'),
    lots: lots().default(1),
    stopPercent: percentNumber().default(50),
    start: clockTime().default('09:20'),
    squareOff: clockTime().default('15:10'),
    exitTime: clockTime().default('15:15'),
  }),
  run: ({ params, at }) => {
    const straddle = startPosition({
      position: 'straddle',
      alertName: 'morning-straddle',
      ticker: params.ticker,
      exitTime: params.exitTime,
      legs: [
        shortLeg('LegType.CE', params.lots, params.stopPercent),
        shortLeg('LegType.PE', params.lots, params.stopPercent),
      ],
    });
    const squareOff = at(params.squareOff, { late: 'run' }).pipe(
      map(() => squareOffPosition('straddle')),
    );
    return at(params.start).pipe(
      switchMap(() => squareOff.pipe(startWith(straddle))),
      defaultIfEmpty(alert('warning', `Not started: ${params.start} had passed`)),
    );
  },
});

/** A leg in the platform's words, which are passed through as they are. */
const shortLeg = (kind: 'LegType.CE' | 'LegType.PE', lotCount: number, stopPercent: number) => ({
  PositionConfig: {
    PositionType: 'PositionType.Sell',
    Lots: lotCount,
    InstrumentKind: kind,
    ExpiryKind: 'ExpiryType.Weekly',
    EntryType: 'EntryType.EntryByStrikeType',
    StrikeParameter: 'StrikeType.ATM',
    LegStopLoss: { Type: 'LegTgtSLType.Percentage', Value: stopPercent },
  },
  ExecutionConfig: { ProductType: 'ProductType.MIS' },
});
