import { z } from 'zod';

import { type OptionType } from '../../model/market/contract.ts';
import { type Product, type Role, type Side } from '../../model/orders/order.ts';
import { isIstDate } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type DayNote,
  type PricingUsed,
  type SensitivityRun,
  type StampUsed,
  type Trade,
} from '../backtest-result.ts';

const text = z.string();
const whole = z.int();
const count = z.int().min(0);
const number = z.number();
const date = z
  .string()
  .refine(isIstDate, { error: 'Not a date', params: { allowed: 'a date, YYYY-MM-DD' } });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');
const flag = z.boolean();
const side = wordOf<Side>({ buy: true, sell: true });
const ROLES = { entry: true, exit: true, stop: true, target: true } as const;

/** One of the words that are the keys of `words`: all of them, or it does not compile. */
function wordOf<Word extends string>(words: Readonly<Record<Word, true>>): z.ZodType<Word> {
  return z.enum(Object.keys(words) as Word[]);
}

const MONEY = { grossPaise: whole, costsPaise: whole, netPaise: whole } as const;
const MONEY_IF_RUN = {
  grossPaise: z.nullable(whole),
  costsPaise: z.nullable(whole),
  netPaise: z.nullable(whole),
} as const;
const OF_RUN = { strategy: text, runId: text, leg: text, symbol: text } as const;

const strategy = z.object({
  name: text,
  sourceHash: text,
  params: z.json(),
  isCode: flag.exactOptional(),
});
const stamp = z.object({
  edge: wordOf<StampUsed['edge']>({ start: true, end: true }),
  from: wordOf<StampUsed['from']>({ given: true, detected: true, others: true, assumed: true }),
});
const prices = z.object({
  source: text,
  sha256: text,
  underlyings: z.array(text),
  contracts: count,
  rows: count,
  stamp: stamp.exactOptional(),
});
const priceProblem = z.object({
  file: text,
  line: count,
  date: z.nullable(date),
  kind: text,
  detail: text,
});
const costs = z.object({
  brokeragePaise: whole,
  sttPaise: whole,
  exchangePaise: whole,
  sebiPaise: whole,
  gstPaise: whole,
  stampPaise: whole,
  totalPaise: whole,
});
const fill = z.object({
  ...OF_RUN,
  atMs: whole,
  role: wordOf<Role>(ROLES),
  side,
  units: count,
  pricePaise: whole,
  assumption: text,
  bestPaise: whole,
  worstPaise: whole,
});
const note = z.object({
  kind: wordOf<DayNote['kind']>({
    prices: true,
    'strategy-failed': true,
    trouble: true,
    warning: true,
    alert: true,
    limit: true,
    'no-data': true,
  }),
  strategy: z.nullable(text),
  atMs: z.nullable(whole),
  message: text,
  times: count,
});
const indexPoints = z.array(z.object({ atMs: whole, closePaise: whole }));
const day = z.object({
  ...MONEY,
  date,
  status: wordOf<BacktestDay['status']>({
    ok: true,
    'ran-with-problems': true,
    missing: true,
    skipped: true,
    failed: true,
  }),
  reason: text.exactOptional(),
  notes: z.array(note).exactOptional(),
  sessions: z.array(z.object({ startMs: whole, endMs: whole })),
  bars: count,
  orders: count,
  trades: count,
  worstFillsNetPaise: whole.exactOptional(),
  costs,
  fills: z.array(fill),
  equity: z.array(z.object({ atMs: whole, netPaise: whole })),
  index: indexPoints,
  otherIndexes: z.array(z.object({ underlying: text, points: indexPoints })).exactOptional(),
  marginPaiseMax: whole,
  legs: z.array(z.object({ ...OF_RUN, ...MONEY })),
  commandLogSha256: sha256,
});
const excursion = z.object({ grossPaise: whole, perUnitPaise: whole });
const trade = z.object({
  ...OF_RUN,
  ...MONEY,
  underlying: text,
  expiry: date,
  optionType: z.nullable(wordOf<OptionType>({ CE: true, PE: true })),
  product: wordOf<Product>({ intraday: true, 'carry-forward': true }),
  side,
  units: count,
  openedAtMs: whole,
  closedAtMs: z.nullable(whole),
  entryPaise: whole,
  exitPaise: whole,
  closedBy: wordOf<Trade['closedBy']>({ ...ROLES, settlement: true, open: true }),
  daysToExpiry: whole,
  mae: excursion.exactOptional(),
  mfe: excursion.exactOptional(),
});
const dayNet = z.object({ date, netPaise: whole });
const totals = z.object({
  ...MONEY_IF_RUN,
  days: count,
  daysRun: count,
  daysSkipped: count,
  daysWithProblems: count,
  trades: count,
  orders: count,
  winningDays: count,
  losingDays: count,
  worstDay: z.nullable(dayNet),
  bestDay: z.nullable(dayNet),
  turnoverPaise: count,
});
const money = z.object(MONEY_IF_RUN);
const year = z.object({ year: text, months: z.array(z.nullable(whole)), netPaise: whole });
const held = z.object({
  fromPaise: count,
  closes: z.array(z.object({ date, closePaise: whole })),
  netPaise: whole,
  returnOnCapital: number,
  annualReturn: z.nullable(number),
  sharpe: z.nullable(number),
  drawdownPaise: count,
  drawdownOfPeak: z.nullable(number),
});
const benchmark = z.object({
  underlying: text,
  reason: z.nullable(text),
  held: z.nullable(held),
});
const share = z.number().min(0).max(1);
const withoutValue = z.object({ dates: z.array(text), ofDays: count });
const pricing = z.object({
  kind: wordOf<PricingUsed['kind']>({ given: true, 'own-days': true, generated: true }),
  source: z.nullable(text),
  model: text.exactOptional(),
  withoutValue: withoutValue.exactOptional(),
  modelledFills: count,
  recordedFills: count,
});
const sourcePlayed = z.object({
  name: text,
  path: text,
  values: count,
  withoutValue: withoutValue.exactOptional(),
});
const lotsTraded = z.object({
  underlying: text,
  sizes: z.array(z.object({ units: count, fromExpiry: date, toExpiry: date })),
});
const volatilityRun = z.object({
  ...MONEY,
  trades: count,
  worstFillsNetPaise: whole.exactOptional(),
});
const volatilityBand = z.object({
  share,
  lower: volatilityRun,
  higher: volatilityRun,
});

/** What `--json` of a backtest must be, part by part. */
export const resultSchema: z.ZodType<BacktestResult> = z.object({
  schemaVersion: z.literal(2),
  strategies: z.array(strategy),
  underlyings: z.array(text),
  prices: z.array(prices),
  seed: text,
  capitalPaise: count,
  days: z.array(day),
  trades: z.array(trade),
  totals,
  scenarios: z.object({
    optimistic: money,
    default: money,
    pessimistic: money,
  }),
  sensitivity: z.nullable(
    z.array(
      z.object({
        ...MONEY,
        name: wordOf<SensitivityRun['name']>({
          'one-minute-later': true,
          'one-tick-worse': true,
        }),
        trades: count,
      }),
    ),
  ),
  assumptions: z.array(text),
  problems: z.array(priceProblem),
  problemCounts: z.record(z.string(), count),
  daysNotReached: count,
  years: z.array(year).exactOptional(),
  benchmarks: z.array(benchmark).exactOptional(),
  reads: z.array(z.object({ by: text, what: text, atMs: z.nullable(whole) })).exactOptional(),
  sources: z.array(sourcePlayed).exactOptional(),
  lots: z.array(lotsTraded).exactOptional(),
  pricing: pricing.exactOptional(),
  volatilityBand: volatilityBand.exactOptional(),
});
