import { describe } from 'vitest';

import { createListing } from '../../src/market/listing.ts';
import { createMarketFeed } from '../../src/market/market-feed.ts';
import { createModelledMarket } from '../../src/market/modelled-market.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { createRecordedIndex } from '../../src/market/recorded-index.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { priceFeedContract, type PushedWorld } from './price-feed-contract.ts';

const DATE = '2024-03-13';
const { calendar, rules } = loadMarketKnowledge();

function worldOf(index: ReturnType<typeof createRecordedIndex>): PushedWorld {
  const market = createModelledMarket({ index, calendar });
  const listing = createListing({ rules, calendar, spotFor: index.referencePaise });
  const feed = createMarketFeed({ market, listing, calendar });
  const options = listing.contracts('NIFTY', DATE).filter(({ kind }) => kind === 'option');
  const strikes = options.filter(({ expiry }) => expiry === options[0]?.expiry);
  const contract = strikes[strikes.length >> 1];
  if (contract === undefined) throw new RangeError('No option is listed');
  return { date: DATE, feed, market, contract };
}

/** A minute in which the index falls and rises again; 10:00 to 10:05 are missing. */
function recorded(): PushedWorld {
  const bars = Array.from({ length: 375 }, (_, minute) => ({
    startMs: instantAt(DATE, '09:15') + minute * 60_000,
    openPaise: 2_400_000 + minute * 10,
    highPaise: 2_401_000 + minute * 10,
    lowPaise: 2_399_000 + minute * 10,
    closePaise: 2_400_500 + minute * 10,
  })).filter((_, minute) => minute < 45 || minute >= 50);
  return worldOf(
    createRecordedIndex({ days: { NIFTY: [{ date: DATE, bars, barsOutside: [] }] }, calendar }),
  );
}

describe('recorded prices', () => {
  priceFeedContract(recorded);
});

describe('generated prices', () => {
  priceFeedContract(() => worldOf(createGeneratedIndex({ seed: 'feed', calendar, stepMs: 3_700 })));
});
