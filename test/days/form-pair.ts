import { basename, resolve } from 'node:path';

/** One strategy in two forms, which must come to the same numbers. */
export interface FormPair {
  readonly name: string;
  /** Absolute paths, such as of TypeScript and of YAML. */
  readonly files: readonly [string, string];
}

const STRATEGIES = resolve(import.meta.dirname, '../../strategies');

/** Strategies that ship in both forms and take an underlying and lots. */
export const SHIPPED_PAIRS: readonly FormPair[] = [
  'short-straddle',
  'iron-condor',
  'opening-range-breakout',
  'ema-crossover',
  'supertrend',
  'rsi-reversal',
  'vwap',
  'afternoon-straddle',
  'long-future',
  'overnight-call',
  'cookbook/short-strangle',
  'cookbook/iron-fly',
  'cookbook/calendar-spread',
  'cookbook/expiry-day-straddle',
  'cookbook/nine-twenty-reentry',
  'cookbook/momentum-buying',
  'cookbook/time-sliced-straddle',
  'cookbook/rolling-straddle',
].map((name) => ({
  name,
  files: [resolve(STRATEGIES, `${name}.ts`), resolve(STRATEGIES, `${name}.yaml`)],
}));

/** Reads `mine.ts,mine.yaml`; null when that is not two files. */
export function readPair(text: string): FormPair | null {
  const [one, other, ...rest] = text.split(',').map((file) => file.trim());
  if (one === undefined || one === '' || other === undefined || other === '') return null;
  if (rest.length > 0) return null;
  return { name: basename(one).replace(/\.\w+$/, ''), files: [resolve(one), resolve(other)] };
}
