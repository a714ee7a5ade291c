import { istClock, istDate } from '../../../model/ist.ts';
import { figureText } from '../../../results/figure-text.ts';
import { type Excursion } from '../../../results/backtest-result.ts';
import { type Excursions, type SeenTrade } from '../../../results/statistics/excursions-of.ts';
import { signedPaise } from '../view/money-text.ts';
import { type Line, moneyStyle, type Span, span } from '../view/span.ts';
import { type Column, tableLines } from '../view/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Deepest MAE', align: 'left' },
  { title: 'leg', align: 'left' },
  { title: 'contract', align: 'left' },
  { title: 'MAE', align: 'right' },
  { title: 'points', align: 'right' },
  { title: 'MFE', align: 'right' },
  { title: 'points', align: 'right' },
  { title: 'net', align: 'right' },
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
  return [[], ...tableLines(COLUMNS, deepest.map(rowOf))];
}

function rowOf({ openedAtMs, strategy, leg, symbol, mae, mfe, netPaise }: SeenTrade): Span[] {
  return [
    span(`  ${istDate(openedAtMs)} ${istClock(openedAtMs)}`),
    span(`${strategy} / ${leg}`),
    span(symbol),
    ...excursionCells(mae),
    ...excursionCells(mfe),
    span(signedPaise(netPaise), moneyStyle(netPaise)),
  ];
}

function excursionCells({ grossPaise, perUnitPaise }: Excursion): readonly Span[] {
  return [span(signedPaise(grossPaise)), span((perUnitPaise / 100).toFixed(2))];
}
