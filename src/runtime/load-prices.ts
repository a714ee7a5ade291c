import { createReadStream } from 'node:fs';

import { systemClock } from '../adapters/system/system-clock.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { istDate } from '../model/ist.ts';
import { said } from '../simulator/market/prices/price-problem.ts';
import { readPrices } from '../simulator/market/prices/read-prices.ts';
import { type RecordedPrices } from '../simulator/market/prices/recorded-prices.ts';
import { generateRecorded, type GeneratedAsked } from './generate-recorded.ts';
import { type MarketKnowledge } from './market-knowledge.ts';
import { unreadableFile } from './unreadable-file.ts';
import { type AskedWays, waysOfReading } from './ways-of-reading.ts';

export { type RecordedPrices };

/** Which prices are wanted: those of files, or made ones. */
export type PricesAsked = FilesAsked | GeneratedAsked;

/** Which files of prices are wanted, and how they are to be read. */
export interface FilesAsked extends AskedWays {
  /** At least one; the first row of a minute counts, in this order. */
  readonly files: readonly string[];
  /** Whether anything that is wrong refuses all. @default false: it is counted and told */
  readonly isStrict?: boolean;
}

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 18;
/** Problems that a refusal tells. */
const REFUSALS_TOLD = 20;

/**
 * Reads files of prices, or generates prices. Refused are unreadable files, an unknown zone or underlying, copies of
 * a file, what cannot be generated and, if strict, any problem of a file.
 */
export async function loadPrices(
  asked: PricesAsked,
  knowledge: MarketKnowledge,
): Promise<Result<RecordedPrices, readonly Problem[]>> {
  return 'generate' in asked ? generateRecorded(asked, knowledge) : readFiles(asked, knowledge);
}

async function readFiles(
  asked: FilesAsked,
  { calendar, rules }: MarketKnowledge,
): Promise<Result<RecordedPrices, readonly Problem[]>> {
  const how = waysOfReading(asked, rules.underlyings);
  if (!how.ok) return how;
  let path = '';
  const streams = asked.files.map((file) => ({
    path: file,
    stream: piecesOf(file, () => {
      path = file;
    }),
  }));
  try {
    const today = istDate(systemClock.nowMs());
    const prices = await readPrices(streams, { ...how.value, calendar, rules, today });
    const copies = copiesIn(prices);
    if (copies.length > 0) return fail(copies);
    const isRefused = asked.isStrict === true && prices.problems.length > 0;
    return isRefused ? fail(refusalsOf(prices)) : ok(prices);
  } catch (error) {
    return fail([unreadableFile('Cannot read prices', path, error)]);
  }
}

async function* piecesOf(
  file: string,
  onOpen: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  onOpen();
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
    yield piece as Uint8Array;
  }
}

/** Files that give nothing but what another file with the same bytes has given: every row of theirs is a duplicate. */
function copiesIn({ sources }: RecordedPrices): readonly Problem[] {
  return sources.flatMap(({ source, sha256, rows }, place) => {
    const first = sources.slice(0, place).find((one) => one.sha256 === sha256 && one.rows > 0);
    if (first === undefined || rows > 0) return [];
    const found = `the same bytes as ${first.source}`;
    return [
      problem('Two files of prices are one', { file: source, found, next: 'Name one of them' }),
    ];
  });
}

function refusalsOf({ problems, problemCounts }: RecordedPrices): readonly Problem[] {
  const told = problems
    .slice(0, REFUSALS_TOLD)
    .map(({ file, line, detail }) => problem(detail, { file, line }));
  const counts = Object.entries(problemCounts)
    .map(([kind, count]) => `${kind} ${String(count)}`)
    .join(', ');
  const message = said('Prices have problems', counts, 'none with --strict');
  return [problem(message, { next: 'Put them right, or leave --strict out' }), ...told];
}
