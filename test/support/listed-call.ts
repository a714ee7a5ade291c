import { createListing } from '../../src/market/listing.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type IstDate } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';

/** So many strikes are listed on each side of the index. */
const STRIKES_BELOW = 60;

/**
 * A NIFTY call at the money of the nearest expiry that recorded days list on a date.
 *
 * @throws {RangeError} when none is listed
 */
export function listedCall(date: IstDate): Contract {
  const { calendar, rules } = loadMarketKnowledge();
  const { referencePaise } = createGeneratedIndex({ seed: 'recorded-2', calendar });
  const listing = createListing({ rules, calendar, spotFor: referencePaise });
  const calls = listing.contracts('NIFTY', date).filter(({ optionType }) => optionType === 'CE');
  const call = calls[STRIKES_BELOW];
  if (call === undefined) throw new RangeError(`No call is listed on ${date}`);
  return call;
}
