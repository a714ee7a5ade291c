import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJsonlQuotes } from '../../src/adapters/prices/jsonl-file.ts';
import { barsBefore } from '../../src/market/bars-before.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { sampleCalendar, sampleContract, sampleInstant } from '../support/sample-world.ts';
import { scriptedMarket } from '../support/scripted-market.ts';
import { type Bar, type HistoryAsked } from '../../src/model/market/bar.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { rupeesFromPaise } from '../../src/model/money/money.ts';
import { type Prices } from '../../src/ports/prices.ts';
import { samplePrices } from '../support/sample-simulator.ts';
import { PLATFORMS, type StartPlatform } from './platform-harness.ts';

const GENERATED = createGeneratedIndex({ seed: 'past', calendar: sampleCalendar, stepMs: 60_000 });

/** A source of the sample world's prices, with a clock that is set by hand. */
export interface PricesHarness extends AsyncDisposable {
  readonly prices: Prices;
  readonly setTime: (atMs: number) => void;
}

/** Starts a source. It is 09:20 on a trading day. */
export type StartPrices = () => Promise<PricesHarness>;

/** Every way to get quotes, for a suite that must not tell them apart. */
export const PRICES: readonly (readonly [name: string, start: StartPrices])[] = [
  ...PLATFORMS.map(([name, start]) => [`of the simulator ${name}`, gateway(start)] as const),
  ['of a file that a feed appends to', startFile],
];

function gateway(start: StartPlatform): StartPrices {
  return async () => {
    const platform = await start({ market: { ...scriptedMarket(samplePrices), barsBefore: past } });
    return {
      prices: platform.connect().prices,
      setTime: platform.setTime,
      [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
    };
  };
}

/** Bars of a generated index: a script has prices of one morning. */
function past(asked: HistoryAsked): readonly Bar[] {
  return barsBefore({ index: GENERATED, calendar: sampleCalendar }, asked);
}

function startFile(): Promise<PricesHarness> {
  const directory = mkdtempSync(join(tmpdir(), 'prices-'));
  const path = join(directory, 'quotes.jsonl');
  const setTime = (atMs: number): void => {
    appendFileSync(path, quotesAt(atMs).map(feedLine).join(''));
  };
  setTime(sampleInstant('09:20'));
  return Promise.resolve({
    prices: createJsonlQuotes({ path }),
    setTime,
    [Symbol.asyncDispose]: () => {
      rmSync(directory, { recursive: true });
      return Promise.resolve();
    },
  });
}

function quotesAt(atMs: number): readonly Quote[] {
  const market = scriptedMarket(samplePrices);
  return [
    market.index('NIFTY', atMs),
    market.quote(sampleContract('CE'), atMs),
    market.quote(sampleContract('PE'), atMs),
  ].filter((quote) => quote !== null);
}

/** A quote as a line of a feed's file. */
export function feedLine({ symbol, bidPaise, askPaise, lastPaise, atMs }: Quote): string {
  const rupees = (paise: number | null): number | null =>
    paise === null ? null : rupeesFromPaise(paise);
  const [bid, ask, last] = [bidPaise, askPaise, lastPaise].map(rupees);
  return `${JSON.stringify({ symbol, bid, ask, last, at: atMs })}\n`;
}
