import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe } from 'vitest';

import { createJsonlQuotes } from '../../src/adapters/prices/jsonl-file.ts';
import { createPolledPrices } from '../../src/kernel/polled-prices.ts';
import { createListing } from '../../src/market/listing.ts';
import { createMarketFeed } from '../../src/market/market-feed.ts';
import { createModelledMarket } from '../../src/market/modelled-market.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { createRecordedIndex } from '../../src/market/recorded-index.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type Prices, type QuotesOutcome } from '../../src/ports/prices.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import {
  knownFeedContract,
  type KnownWorld,
  priceFeedContract,
  type PricedWorld,
} from './price-feed-contract.ts';
import { feedLine } from './prices-harness.ts';

const DATE = '2024-03-13';
const { calendar, rules } = loadMarketKnowledge();

function worldOf(index: ReturnType<typeof createRecordedIndex>): KnownWorld {
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
function recorded(): KnownWorld {
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

function generated(): KnownWorld {
  return worldOf(createGeneratedIndex({ seed: 'feed', calendar, stepMs: 3_700 }));
}

/** Prices of the generated world from a source that can only be asked, and has come to an instant. */
function polled(prices: Pick<Prices, 'quotes'>, passTo: PricedWorld['passTo']): PricedWorld {
  const world = generated();
  let nowMs = 0;
  const feed = createPolledPrices({
    poll: async (symbols) => ({ subject: 'quotes', outcome: await prices.quotes(symbols) }),
    sessions: calendar.day(DATE).sessions,
    nowMs: () => nowMs,
  });
  return {
    ...world,
    feed,
    passTo: (atMs) => {
      nowMs = atMs;
      return passTo?.(atMs);
    },
  };
}

function quotesAt({ market, contract }: PricedWorld, atMs: number): readonly Quote[] {
  return [market.index('NIFTY', atMs), market.quote(contract, atMs)].filter((one) => one !== null);
}

function gateway(): PricedWorld {
  const world = generated();
  let quotes: readonly Quote[] = [];
  const answer = (symbols: readonly string[]): Promise<QuotesOutcome> => {
    const value = quotes.filter(({ symbol }) => symbols.includes(symbol));
    return Promise.resolve({ kind: 'accepted', value });
  };
  return polled({ quotes: answer }, (atMs) => {
    quotes = quotesAt(world, atMs);
  });
}

function tail(): PricedWorld {
  const world = generated();
  const path = join(directory, 'quotes.jsonl');
  return polled(createJsonlQuotes({ path }), (atMs) => {
    appendFileSync(path, quotesAt(world, atMs).map(feedLine).join(''));
  });
}

const directory = mkdtempSync(join(tmpdir(), 'feed-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('recorded prices', () => {
  priceFeedContract(recorded);
  knownFeedContract(recorded);
});

describe('generated prices', () => {
  priceFeedContract(generated);
  knownFeedContract(generated);
});

describe('a gateway that is polled', () => {
  priceFeedContract(gateway);
});

describe('the tail of a file that a feed appends to', () => {
  priceFeedContract(tail);
});
