import { istDate, istTimeOfDayMs, weekday } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type DayNet,
  type Excursion,
  type Trade,
} from '../../results/backtest-result.ts';
import { type Performance } from '../../results/performance.ts';
import { type Drawdown } from '../../results/statistics/drawdowns.ts';
import {
  clockOfMinute,
  count,
  countedText,
  percentText,
  pointsText,
  rupeesText,
  shortRupees,
  UNDEFINED,
} from '../amounts.ts';
import { legName } from '../chart/marks.ts';
import { dayLink } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { type TableColumn, moneyColumns, netCell, sortableTable, numeric } from '../tables.ts';

const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** Trades that are listed; more are in the result's JSON. */
const TRADES_MAX = 1_000;

/** Every date, run or not, with what it came to. */
export function allDays(days: readonly BacktestDay[]): Markup {
  return sortableTable<BacktestDay>({
    caption: `All ${countedText(days.length, 'date')}`,
    rows: days,
    columns: [
      { head: 'Date', cell: dayLink },
      {
        head: 'Day',
        cell: ({ date }) => NAMES[weekday(date)] ?? '',
        sortBy: ({ date }) => weekday(date),
      },
      {
        head: 'Status',
        cell: ({ status, reason }) => (reason === undefined ? status : `${status}: ${reason}`),
      },
      numeric('Bars', ({ bars }) => count(bars)),
      numeric('Orders', ({ orders }) => count(orders)),
      numeric('Trades', ({ trades }) => count(trades)),
      ...moneyColumns<BacktestDay>(),
    ],
  });
}

/** Trades in the order in which they closed, as far as a page can hold them. */
export function allTrades({ trades }: Pick<BacktestResult, 'trades'>): Part {
  const left = trades.length - TRADES_MAX;
  return [
    sortableTable<Trade>({
      caption: left > 0 ? `The last ${count(TRADES_MAX)} trades` : 'All trades',
      rows: trades.slice(-TRADES_MAX),
      columns: [
        { head: 'Entered', cell: ({ openedAtMs }) => moment(openedAtMs) },
        {
          head: 'Closed',
          cell: ({ openedAtMs, closedAtMs }) =>
            closedAtMs === null ? 'open' : endText(openedAtMs, closedAtMs),
          sortBy: ({ closedAtMs }) => closedAtMs ?? Number.MAX_SAFE_INTEGER,
        },
        { head: 'Leg', cell: legName },
        { head: 'Contract', cell: ({ symbol }) => symbol },
        { head: 'Side', cell: ({ side }) => side },
        numeric('Units', ({ units }) => count(units)),
        numeric('In', ({ entryPaise }) => (entryPaise / 100).toFixed(2)),
        numeric('Out', ({ exitPaise }) => (exitPaise / 100).toFixed(2)),
        { head: 'Closed by', cell: ({ closedBy }) => closedBy },
        ...moneyColumns<Trade>(),
        excursionColumn('MAE', ({ mae }) => mae),
        excursionColumn('MFE', ({ mfe }) => mfe),
      ],
    }),
    markup`<p class="note">MAE and MFE: how far a trade was below and above its entry at most, before costs, and in points a unit; by the last price at the close of each minute and its own fills. What prices did within a minute is not seen.</p>`,
    left > 0
      ? markup`<p>${countedText(left, 'earlier trade')}: left out of the page, not of the figures.</p>`
      : null,
  ];
}

/** Rupees of the trade, and pointsText a unit. */
function excursionColumn(
  head: string,
  of: (trade: Trade) => Excursion | undefined,
): TableColumn<Trade> {
  return {
    head,
    isNumber: true,
    cell: (trade) => {
      const told = of(trade);
      if (told === undefined) return UNDEFINED;
      return `${shortRupees(told.grossPaise)} (${pointsText(told.perUnitPaise)})`;
    },
    sortBy: (trade) => of(trade)?.grossPaise ?? 0,
  };
}

function endText(openedAtMs: number, closedAtMs: number): string {
  const text = moment(closedAtMs);
  return istDate(openedAtMs) === istDate(closedAtMs) ? text.slice(-'HH:MM'.length) : text;
}

function moment(atMs: number): string {
  return `${istDate(atMs)} ${clockOfMinute(istTimeOfDayMs(atMs) / 60_000)}`;
}

/** The days and the falls that hurt most, and the days that helped most. */
export function worstDays({ worstDays: worst, bestDays, drawdowns }: Performance): Markup {
  return markup`<div class="columns">${days('Worst days', worst)}${days('Best days', bestDays)}</div>${falls(drawdowns)}`;
}

function days(caption: string, rows: readonly DayNet[]): Part {
  if (rows.length === 0) return markup`<p>${caption}: none.</p>`;
  return sortableTable<DayNet>({
    caption,
    rows,
    columns: [{ head: 'Date', cell: dayLink }, numeric('Net', netCell)],
  });
}

function falls(rows: readonly Drawdown[]): Part {
  if (rows.length === 0) return markup`<p>No close was below an earlier one.</p>`;
  return sortableTable<Drawdown>({
    caption: 'Deepest drawdowns, on the closes of days',
    rows,
    columns: [
      numeric('Depth', ({ depthPaise }) => rupeesText(depthPaise)),
      numeric('Of capital and peak', ({ depthOfPeak }) => percentText(depthOfPeak)),
      { head: 'Peak', cell: ({ peakDate }) => peakDate ?? 'the beginning' },
      { head: 'Lowest', cell: ({ lowDate }) => dayLink({ date: lowDate }) },
      { head: 'Recovered', cell: ({ recoveredDate }) => recoveredDate ?? 'not yet' },
      numeric('Days', (fall) => count(fall.days)),
    ],
  });
}
