import { performance } from 'node:perf_hooks';

import { createListing } from '../../src/market/listing.ts';
import { createModelledMarket } from '../../src/market/modelled-market.ts';
import { readPrices } from '../../src/market/price-files/read-prices.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { CSV_HEADER, csvDay } from '../support/price-texts.ts';
import { shortCalendar, shortRules } from '../support/short-tables.ts';
import { black76Price } from '../../src/model/market/black76.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const DATE = '2026-11-20';
const ROUNDS = 15;
const calendar = shortCalendar();

/** Reading price files and pricing a chain, each against the least work that could do it. */
export async function marketBench(): Promise<readonly BenchRatio[]> {
  return [
    {
      name: 'minute bars of 100 days, read and checked, against splitting their text',
      ratio: await readingRatio(),
      must: 6,
      aim: 3,
    },
    {
      name: 'quotes of 80 options at a new instant, against 80 bare Black-76 prices',
      ratio: await pricingRatio(),
      must: 8,
      aim: 4,
    },
  ];
}

function readingRatio(): Promise<number> {
  const rows: string[] = [CSV_HEADER];
  for (let date = '2026-01-01', day = 0; day < 100; day += 1) {
    rows.push(...csvDay(calendar, date));
    date = calendar.nextTradingDay(date);
  }
  const text = rows.join('\n');
  return ratioOf(
    () => readPrices([{ path: 'nifty.csv', text }], { calendar, rules: shortRules }),
    () => text.split('\n').map((row) => row.split(',')),
  );
}

function pricingRatio(): Promise<number> {
  const index = createGeneratedIndex({ seed: 1, calendar });
  const market = createModelledMarket({ index, calendar });
  const listing = createListing({ rules: shortRules, calendar, spotFor: index.referencePaise });
  const chain = listing
    .contracts('NIFTY', DATE)
    .filter(({ kind }) => kind === 'option')
    .slice(80, 160);
  let atMs = instantAt(DATE, '09:15');
  return ratioOf(
    () => {
      for (let step = 0; step < 200; step += 1) {
        atMs += 1000;
        for (const contract of chain) market.quote(contract, atMs);
      }
    },
    () => {
      for (let step = 0; step < 200; step += 1) chain.forEach(barePrice);
    },
  );
}

function barePrice({ strikePaise, optionType }: Contract): number {
  const option = {
    type: optionType ?? 'CE',
    forward: 2_500_000,
    strike: strikePaise ?? 1,
    years: 0.01,
    rate: 0.065,
  };
  return black76Price(option, 0.13);
}

/** Medians of alternating rounds, the first ones left out. */
async function ratioOf(measured: () => unknown, yardstick: () => unknown): Promise<number> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await elapsedMs(measured));
    theirs.push(await elapsedMs(yardstick));
  }
  return median(ours.slice(ROUNDS / 3)) / median(theirs.slice(ROUNDS / 3));
}

async function elapsedMs(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
