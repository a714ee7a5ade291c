import { type Json } from '../../src/base/json.ts';

/** A leg of a position start: sells two lots of the nearest weekly call at the money, without stop or target. */
export function positionLeg(change: Readonly<Record<string, Json>> = {}): Json {
  return {
    PositionConfig: {
      PositionType: 'PositionType.Sell',
      Lots: 2,
      LegStopLoss: { Type: 'None', Value: 0 },
      LegTarget: { Type: 'None', Value: 0 },
      LegTrailSL: { Type: 'None', Value: {} },
      ExpiryKind: 'ExpiryType.Weekly',
      EntryType: 'EntryType.EntryByStrikeType',
      StrikeParameter: 'StrikeType.ATM',
      InstrumentKind: 'LegType.CE',
      ...change,
    },
    ExecutionConfig: { ProductType: 'ProductType.NRML' },
  };
}
