import { type Json } from '../../base/json.ts';
import { type OptionType } from '../../model/market/contract.ts';
import { type Costs } from '../../model/money/costs.ts';
import { type Product, type Role, type Side } from '../../model/orders/order.ts';
import { type Session } from '../../model/time/calendar.ts';
import { isIstDate } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type BacktestResult,
  type BacktestStrategy,
  type BacktestTotals,
  type Benchmark,
  type DayClose,
  type DayNet,
  type DayNote,
  type EquityPoint,
  type Excursion,
  type HeldIndex,
  type IndexLine,
  type IndexPoint,
  type LegDay,
  type MoneyIfRun,
  type ShownPriceProblem,
  type PricesUsed,
  type PricingUsed,
  type SensitivityRun,
  type StampUsed,
  type StrategyRead,
  type Trade,
  type VolatilityBand,
  type VolatilityRun,
  type YearNet,
} from '../backtest-result.ts';
import {
  type DaysWithoutValue,
  type LotSize,
  type LotsTraded,
  type SourcePlayed,
} from '../caveats/before-figures.ts';
import { listOf, nullOr, objectOf, recordOf, type Shape, shape, wordOf } from './shape.ts';

const text = shape<string>('a text', (value) => typeof value === 'string');
const whole = shape<number>('a whole number', (value) => Number.isSafeInteger(value));
const count = shape<number>(
  'a whole number, at least 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
const number = shape<number>('a number', (value) => Number.isFinite(value));
const date = shape<string>(
  'a date, YYYY-MM-DD',
  (value) => typeof value === 'string' && isIstDate(value),
);
const sha256 = shape<string>(
  '64 hexadecimal digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);
const json = shape<Json>('a value', (value) => value !== undefined);
const flag = shape<boolean>('true or false', (value) => typeof value === 'boolean');
const side = wordOf<Side>({ buy: true, sell: true });
const ROLES = { entry: true, exit: true, stop: true, target: true } as const;

const MONEY = { grossPaise: whole, costsPaise: whole, netPaise: whole } as const;
const MONEY_IF_RUN = {
  grossPaise: nullOr(whole),
  costsPaise: nullOr(whole),
  netPaise: nullOr(whole),
} as const;
const OF_RUN = { strategy: text, runId: text, leg: text, symbol: text } as const;

const strategy = objectOf<BacktestStrategy>(
  { name: text, sourceHash: text, params: json, isCode: flag },
  { optional: ['isCode'] },
);
const stamp = objectOf<StampUsed>({
  edge: wordOf<StampUsed['edge']>({ start: true, end: true }),
  from: wordOf<StampUsed['from']>({ given: true, detected: true, others: true, assumed: true }),
});
const prices = objectOf<PricesUsed>(
  { source: text, sha256: text, underlyings: listOf(text), contracts: count, rows: count, stamp },
  { optional: ['stamp'] },
);
const priceProblem = objectOf<ShownPriceProblem>({
  file: text,
  line: count,
  date: nullOr(date),
  kind: text,
  detail: text,
});
const costs = objectOf<Costs>({
  brokeragePaise: whole,
  sttPaise: whole,
  exchangePaise: whole,
  sebiPaise: whole,
  gstPaise: whole,
  stampPaise: whole,
  totalPaise: whole,
});
const fill = objectOf<BacktestFill>({
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
const note = objectOf<DayNote>({
  kind: wordOf<DayNote['kind']>({
    prices: true,
    'strategy-failed': true,
    trouble: true,
    warning: true,
    alert: true,
    limit: true,
    'no-data': true,
  }),
  strategy: nullOr(text),
  atMs: nullOr(whole),
  message: text,
  times: count,
});
const indexPoints = listOf(objectOf<IndexPoint>({ atMs: whole, closePaise: whole }));
const day = objectOf<BacktestDay>(
  {
    ...MONEY,
    date,
    status: wordOf<BacktestDay['status']>({
      ok: true,
      'ran-with-problems': true,
      missing: true,
      skipped: true,
      failed: true,
    }),
    reason: text,
    notes: listOf(note),
    sessions: listOf(objectOf<Session>({ startMs: whole, endMs: whole })),
    bars: count,
    orders: count,
    trades: count,
    worstFillsNetPaise: whole,
    costs,
    fills: listOf(fill),
    equity: listOf(objectOf<EquityPoint>({ atMs: whole, netPaise: whole })),
    index: indexPoints,
    otherIndexes: listOf(objectOf<IndexLine>({ underlying: text, points: indexPoints })),
    marginPaiseMax: whole,
    legs: listOf(objectOf<LegDay>({ ...OF_RUN, ...MONEY })),
    commandLogSha256: sha256,
  },
  { optional: ['reason', 'notes', 'worstFillsNetPaise', 'otherIndexes'] },
);
const excursion = objectOf<Excursion>({ grossPaise: whole, perUnitPaise: whole });
const trade = objectOf<Trade>(
  {
    ...OF_RUN,
    ...MONEY,
    underlying: text,
    expiry: date,
    optionType: nullOr(wordOf<OptionType>({ CE: true, PE: true })),
    product: wordOf<Product>({ intraday: true, 'carry-forward': true }),
    side,
    units: count,
    openedAtMs: whole,
    closedAtMs: nullOr(whole),
    entryPaise: whole,
    exitPaise: whole,
    closedBy: wordOf<Trade['closedBy']>({ ...ROLES, settlement: true, open: true }),
    daysToExpiry: whole,
    mae: excursion,
    mfe: excursion,
  },
  { optional: ['mae', 'mfe'] },
);
const dayNet = objectOf<DayNet>({ date, netPaise: whole });
const totals = objectOf<BacktestTotals>({
  ...MONEY_IF_RUN,
  days: count,
  daysRun: count,
  daysSkipped: count,
  daysWithProblems: count,
  trades: count,
  orders: count,
  winningDays: count,
  losingDays: count,
  worstDay: nullOr(dayNet),
  bestDay: nullOr(dayNet),
  turnoverPaise: count,
});
const money = objectOf<MoneyIfRun>(MONEY_IF_RUN);
const year = objectOf<YearNet>({ year: text, months: listOf(nullOr(whole)), netPaise: whole });
const held = objectOf<HeldIndex>({
  fromPaise: count,
  closes: listOf(objectOf<DayClose>({ date, closePaise: whole })),
  netPaise: whole,
  returnOnCapital: number,
  annualReturn: nullOr(number),
  sharpe: nullOr(number),
  drawdownPaise: count,
  drawdownOfPeak: nullOr(number),
});
const benchmark = objectOf<Benchmark>({
  underlying: text,
  reason: nullOr(text),
  held: nullOr(held),
});
const share = shape<number>(
  'a number from 0 to 1',
  (value) => Number(value) >= 0 && Number(value) <= 1,
);
const withoutValue = objectOf<DaysWithoutValue>({ dates: listOf(text), ofDays: count });
const pricing = objectOf<PricingUsed>(
  {
    kind: wordOf<PricingUsed['kind']>({ given: true, 'own-days': true, generated: true }),
    source: nullOr(text),
    model: text,
    withoutValue,
    modelledFills: count,
    recordedFills: count,
  },
  { optional: ['model', 'withoutValue'] },
);
const sourcePlayed = objectOf<SourcePlayed>(
  { name: text, path: text, values: count, withoutValue },
  { optional: ['withoutValue'] },
);
const lotsTraded = objectOf<LotsTraded>({
  underlying: text,
  sizes: listOf(objectOf<LotSize>({ units: count, fromExpiry: date, toExpiry: date })),
});
const volatilityRun = objectOf<VolatilityRun>(
  { ...MONEY, trades: count, worstFillsNetPaise: whole },
  { optional: ['worstFillsNetPaise'] },
);
const volatilityBand = objectOf<VolatilityBand>({
  share,
  lower: volatilityRun,
  higher: volatilityRun,
});

/** What `--json` of a backtest must be, part by part. */
export const RESULT_SHAPE: Shape<BacktestResult> = objectOf<BacktestResult>(
  {
    schemaVersion: shape<2>('2', (value) => value === 2),
    strategies: listOf(strategy),
    underlyings: listOf(text),
    prices: listOf(prices),
    seed: text,
    capitalPaise: count,
    days: listOf(day),
    trades: listOf(trade),
    totals,
    scenarios: objectOf<BacktestResult['scenarios']>({
      optimistic: money,
      default: money,
      pessimistic: money,
    }),
    sensitivity: nullOr(
      listOf(
        objectOf<SensitivityRun>({
          ...MONEY,
          name: wordOf<SensitivityRun['name']>({
            'one-minute-later': true,
            'one-tick-worse': true,
          }),
          trades: count,
        }),
      ),
    ),
    assumptions: listOf(text),
    problems: listOf(priceProblem),
    problemCounts: recordOf(count),
    daysNotReached: count,
    years: listOf(year),
    benchmarks: listOf(benchmark),
    reads: listOf(objectOf<StrategyRead>({ by: text, what: text, atMs: nullOr(whole) })),
    sources: listOf(sourcePlayed),
    lots: listOf(lotsTraded),
    pricing,
    volatilityBand,
  },
  { optional: ['years', 'benchmarks', 'reads', 'sources', 'lots', 'pricing', 'volatilityBand'] },
);
