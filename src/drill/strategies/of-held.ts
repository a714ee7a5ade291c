import { type LegOrder } from '../../model/orders/command.ts';
import { type Side } from '../../model/orders/order.ts';
import { buy, marketable, sell, stopOrder } from '../../strategy/leg-order.ts';
import { stopTerms } from '../../strategy/stop-terms.ts';
import { type LegPosition } from '../../streams/observations.ts';

/** Closes what a leg holds, at the market. */
export function exit({ leg, contract, netUnits }: LegPosition): LegOrder {
  const lots = Math.max(1, Math.floor(Math.abs(netUnits) / contract.lotSizeUnits));
  const options = { leg, lots, role: 'exit', terms: marketable() } as const;
  return netUnits < 0 ? buy(contract, options) : sell(contract, options);
}

/** Protects units of a leg that were entered on a side, by a stop so many percent away. */
export function protection(
  { leg, contract }: Pick<LegPosition, 'leg' | 'contract'>,
  entered: { readonly side: Side; readonly units: number; readonly pricePaise: number },
  percent: number,
): LegOrder {
  const { side: entrySide, units: quantityUnits } = entered;
  const pricePaise = Math.max(entered.pricePaise, contract.tickSizePaise);
  const stop = { kind: 'percent', percent } as const;
  const terms = stopTerms({ contract, entrySide, pricePaise, stop, bufferPercent: null });
  const side = entrySide === 'sell' ? 'buy' : 'sell';
  return stopOrder({ leg, contract, side, quantityUnits, terms });
}
