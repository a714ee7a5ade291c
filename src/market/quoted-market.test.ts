import { describe, expect, it } from 'vitest';

import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { createQuotedMarket } from './quoted-market.ts';

const NOW_MS = 1_800_000_000_000;

function quoteOf(symbol: string, lastPaise: number, atMs = NOW_MS): Quote {
  return { symbol, bidPaise: lastPaise - 5, askPaise: lastPaise + 5, lastPaise, atMs };
}

const contract: Contract = {
  instrumentId: 'NSE_1',
  symbol: 'NIFTY261124C25000',
  exchange: 'NSE',
  kind: 'option',
  underlying: 'NIFTY',
  expiry: '2026-11-24',
  strikePaise: 2_500_000,
  optionType: 'CE',
  lotSizeUnits: 65,
  tickSizePaise: 5,
  freezeUnits: 1800,
};

describe('a quote board', () => {
  it('gives the last observed quotes of contracts and indexes', () => {
    const board = createQuotedMarket();
    expect(board.quote(contract, NOW_MS)).toBeNull();
    board.observe([quoteOf(contract.symbol, 100), quoteOf('NIFTY', 2_500_000)], NOW_MS);
    board.observe([quoteOf(contract.symbol, 110, NOW_MS + 900)], NOW_MS + 1000);
    expect(board.quote(contract, NOW_MS + 1000)?.lastPaise).toBe(110);
    expect(board.index('NIFTY', NOW_MS + 1000)?.lastPaise).toBe(2_500_000);
  });

  it('ignores a quote that is older than the one it has', () => {
    const board = createQuotedMarket();
    board.observe([quoteOf(contract.symbol, 100, NOW_MS)], NOW_MS);
    board.observe([quoteOf(contract.symbol, 90, NOW_MS - 1)], NOW_MS + 1000);
    expect(board.quote(contract, NOW_MS + 1000)?.lastPaise).toBe(100);
  });

  it('gives nothing that was not observed yet', () => {
    const board = createQuotedMarket();
    board.observe([quoteOf(contract.symbol, 100)], NOW_MS);
    expect(board.quote(contract, NOW_MS - 1)).toBeNull();
  });

  it('gives nothing that was not observed again for a while', () => {
    const board = createQuotedMarket({ quoteAgeMsMax: 5000 });
    board.observe([quoteOf(contract.symbol, 100)], NOW_MS);
    expect(board.quote(contract, NOW_MS + 5000)).not.toBeNull();
    expect(board.quote(contract, NOW_MS + 5001)).toBeNull();
  });

  it('does not take a price for young because it is repeated', () => {
    const board = createQuotedMarket({ priceAgeMsMax: 60_000 });
    for (let seconds = 0; seconds <= 61; seconds += 1) {
      board.observe([quoteOf(contract.symbol, 100)], NOW_MS + seconds * 1000);
    }
    expect(board.quote(contract, NOW_MS + 60_000)).toBeNull();
    expect(board.quote(contract, NOW_MS + 61_000)).toBeNull();
  });

  it('names its latest observation as the next change, and then nothing', () => {
    const board = createQuotedMarket();
    expect(board.nextChangeMs('NIFTY', NOW_MS)).toBeNull();
    board.observe([quoteOf(contract.symbol, 100)], NOW_MS + 1000);
    expect(board.nextChangeMs('NIFTY', NOW_MS)).toBe(NOW_MS + 1000);
    expect(board.nextChangeMs('NIFTY', NOW_MS + 1000)).toBeNull();
  });

  it('keeps no more symbols than it may: the one observed longest ago goes', () => {
    const board = createQuotedMarket({ symbolsMax: 2 });
    board.observe([quoteOf('A', 1000), quoteOf('B', 1000)], NOW_MS);
    board.observe([quoteOf('A', 1000), quoteOf('C', 1000)], NOW_MS);
    expect(['A', 'B', 'C'].map((symbol) => board.index(symbol, NOW_MS) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });
});
