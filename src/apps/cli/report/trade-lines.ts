import { istClock, istDate } from '../../../model/time/ist.ts';
import { type Excursion, type Trade } from '../../../results/backtest-result.ts';
import { figureText } from '../../../results/figures.ts';
import { type Excursions, type SeenTrade } from '../../../results/statistics/excursions.ts';
import { type Cell, type Line, priceText, profit, signedPaise, tableLines } from '../view/span.ts';

const COLUMNS = [
  ...['Trades', 'closed', 'leg', 'contract', 'side', 'closed by'],
  ...['>units', '>in', '>out', '>net', '>MAE', '>points', '>MFE', '>points'],
];

/** Every trade of a result in the order in which they closed, with how far each went either way before it did. */
export function tradeLines(trades: readonly Trade[]): Line[] {
  if (trades.length === 0) return [];
  return [[], ...tableLines(COLUMNS, trades.map(rowOf))];
}

function rowOf(trade: Trade): Cell[] {
  const { openedAtMs, closedAtMs, strategy, leg, symbol, side, closedBy, netPaise } = trade;
  return [
    `  ${momentText(openedAtMs)}`,
    closedAtMs === null ? 'open' : endText(openedAtMs, closedAtMs),
    `${strategy} / ${leg}`,
    symbol,
    side,
    closedBy,
    String(trade.units),
    priceText(trade.entryPaise),
    priceText(trade.exitPaise),
    profit(netPaise),
    ...excursionCells(trade.mae),
    ...excursionCells(trade.mfe),
  ];
}

function excursionCells(excursion: Excursion | undefined): readonly Cell[] {
  const { grossPaise = null, perUnitPaise = null } = excursion ?? {};
  return [signedPaise(grossPaise), priceText(perUnitPaise)];
}

function endText(openedAtMs: number, closedAtMs: number): string {
  const isSameDay = istDate(openedAtMs) === istDate(closedAtMs);
  return isSameDay ? istClock(closedAtMs) : momentText(closedAtMs);
}

function momentText(atMs: number): string {
  return `${istDate(atMs)} ${istClock(atMs)}`;
}

const DEEPEST_COLUMNS = [
  'Deepest MAE',
  'leg',
  'contract',
  '>MAE',
  '>points',
  '>MFE',
  '>points',
  '>net',
];

/** How far trades went either way on average, in a line. */
export function excursionsText(of: Excursions): string {
  const paise = (value: number | null): string => figureText({ value, unit: 'paise' });
  const means = `average ${paise(of.averageMaePaise)} and ${paise(of.averageMfePaise)}`;
  const apart = `MAE of winners ${paise(of.maeOfWinsPaise)}, MFE of losers ${paise(of.mfeOfLossesPaise)}`;
  return `${means}; ${apart}; by minute closes and own fills, before costs`;
}

/** The trades that went furthest against their entries. */
export function deepestLines({ deepest }: Excursions): Line[] {
  if (deepest.length === 0) return [];
  return [[], ...tableLines(DEEPEST_COLUMNS, deepest.map(deepestRow))];
}

function deepestRow({ openedAtMs, strategy, leg, symbol, mae, mfe, netPaise }: SeenTrade): Cell[] {
  return [
    `  ${momentText(openedAtMs)}`,
    `${strategy} / ${leg}`,
    symbol,
    ...excursionCells(mae),
    ...excursionCells(mfe),
    profit(netPaise),
  ];
}
