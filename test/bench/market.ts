import { performance } from 'node:perf_hooks';
import { black76Price } from '../../src/model/black76.ts';
import { type Contract } from '../../src/model/contract.ts';
import { instantAt } from '../../src/model/ist.ts';
import { createMarket } from '../../src/simulator/market/create-market.ts';
import { parseIndexCsv } from '../../src/simulator/market/csv-index.ts';
import { createGeneratedIndex } from '../../src/simulator/market/generated-index.ts';
import { createListing } from '../../src/simulator/market/listing.ts';
import { CSV_HEADER, csvDay } from '../../src/simulator/market/testing/index-csv.ts';
import { shortCalendar } from '../../src/simulator/market/testing/short-calendar.ts';
import { shortRules } from '../../src/simulator/market/testing/short-rules.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const DATE = '2026-11-20';
const ROUNDS = 15;
const calendar = shortCalendar();

/** Reading price files and pricing a chain, each against the least work that could do it. */
export function marketBench(): readonly BenchRatio[] {
  return [
    {
      name: 'minute bars of 100 days, read and checked, against splitting their text',
      ratio: readingRatio(),
      must: 6,
      aim: 3,
    },
    {
      name: 'quotes of 80 options at a new instant, against 80 bare Black-76 prices',
      ratio: pricingRatio(),
      must: 8,
      aim: 4,
    },
  ];
}

function readingRatio(): number {
  const rows: string[] = [CSV_HEADER];
  for (let date = '2026-01-01', day = 0; day < 100; day += 1) {
    rows.push(...csvDay(calendar, date));
    date = calendar.nextTradingDay(date);
  }
  const text = rows.join('\n');
  return ratioOf(
    () => parseIndexCsv(text, calendar),
    () => text.split('\n').map((row) => row.split(',')),
  );
}

function pricingRatio(): number {
  const index = createGeneratedIndex({ seed: 1, calendar });
  const market = createMarket({ index, calendar });
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
function ratioOf(measured: () => unknown, yardstick: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => [elapsedMs(measured), elapsedMs(yardstick)]);
  const warm = times.slice(ROUNDS / 3);
  return (
    median(warm.map(([ours]) => ours ?? NaN)) / median(warm.map(([, theirs]) => theirs ?? NaN))
  );
}

function elapsedMs(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
