import { asyncScheduler, type Observable, skipWhile } from 'rxjs';

import { type Contract } from '../model/market/contract.ts';
import { type PricePoint } from '../streams/observations.ts';
import { type StrategyContext } from './context.ts';

/** As fresh as an index must be for an entry. */
const AGE_MS_MAX = 5_000;

/**
 * Prices of a contract, from the first that is fresh. A contract that is not held is not watched: the latest price of
 * one that is entered again may be hours old, and a target would close the new position by it.
 */
export function freshPrices(
  context: Pick<StrategyContext<unknown>, 'prices'>,
  contract: Contract,
): Observable<PricePoint> {
  return context.prices(contract).pipe(skipWhile(isOld));
}

function isOld({ seen }: PricePoint): boolean {
  return asyncScheduler.now() - seen.observedAtMs > AGE_MS_MAX;
}
