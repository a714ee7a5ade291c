import { MONTH_NAMES, weekday } from '../../model/time/ist.ts';
import { type BacktestDay } from '../../results/backtest-result.ts';
import { daysRun } from '../../results/backtest-totals.ts';
import { shortRupees, signedRupees } from '../amounts.ts';
import { depthClass, DEPTHS, fullColour } from '../elements.ts';
import { type Markup, markup } from '../markup.ts';

const CELL_PX = 19;
const LEFT_PX = 34;
const TOP_PX = 18;
/** Monday first; the weekend takes room only where the exchange traded on one. */
const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const WEEKDAYS = 5;

/** A calendar of days, quarter by quarter, each coloured by its net and marked with its sign. */
export function heatMap(days: readonly BacktestDay[]): Markup {
  const run = new Set(daysRun({ days }));
  const full = fullColour([...run].map(({ netPaise }) => Math.abs(netPaise)));
  const rows = Math.max(WEEKDAYS, ...new Set(days.map(({ date }) => rowOf(date) + 1)));
  const quarters = Map.groupBy(days, ({ date }) => quarterOf(date));
  return markup`<figure><figcaption>Each day: net after costs. Choose one to replay it.</figcaption><div class="quarters">${[
    ...quarters,
  ].map(([name, ofQuarter]) =>
    quarter(name, ofQuarter, { full, rows, run }),
  )}</div>${legend(full)}</figure>`;
}

interface Look {
  /** What has the full colour, paise. */
  readonly full: number;
  readonly rows: number;
  readonly run: ReadonlySet<BacktestDay>;
}

function quarter(name: string, days: readonly BacktestDay[], look: Look): Markup {
  const { rows } = look;
  const firstWeek = weekOf(days[0]?.date ?? name);
  const columnOf = (date: string): number => weekOf(date) - firstWeek;
  const weeks = columnOf(days.at(-1)?.date ?? name) + 1;
  const width = LEFT_PX + Math.max(weeks, 4) * CELL_PX;
  const months = days.filter(
    ({ date }, index) => date.slice(0, 7) !== days[index - 1]?.date.slice(0, 7),
  );
  return markup`<svg class="calendar" width="${width}" height="${TOP_PX + rows * CELL_PX + 2}" role="group" aria-label="Net of each day, ${name}">${months.map(
    ({ date }) =>
      markup`<text x="${LEFT_PX + columnOf(date) * CELL_PX + 1}" y="12">${monthName(date)}</text>`,
  )}${DAY_NAMES.slice(0, rows).map(
    (day, row) => markup`<text x="0" y="${TOP_PX + row * CELL_PX + 13}">${day}</text>`,
  )}${days.map((day) => cell(day, columnOf(day.date), look))}</svg>`;
}

function cell(day: BacktestDay, column: number, { full, run }: Look): Markup {
  const x = LEFT_PX + column * CELL_PX;
  const y = TOP_PX + rowOf(day.date) * CELL_PX;
  const square = (look: string, sign: string, told: string): Markup =>
    markup`<rect class="${look}" x="${x}" y="${y}" width="17" height="17" rx="3"/><text class="sign ${look}" x="${x + 8.5}" y="${y + 12.5}">${sign}</text><title>${day.date}: ${told}</title>`;
  if (!run.has(day)) {
    return markup`<g>${square('unrun', '×', `${day.status}. ${day.reason ?? ''}`)}</g>`;
  }
  const sign = day.netPaise > 0 ? '+' : day.netPaise < 0 ? '−' : '0';
  const told = `${signedRupees(day.netPaise)}${day.reason === undefined ? '' : `. ${day.reason}`}`;
  return markup`<a href="#day=${day.date}" tabindex="-1">${square(depthClass(day.netPaise, full), sign, told)}</a>`;
}

function legend(full: number): Markup {
  const steps = Array.from({ length: DEPTHS }, (_, index) => DEPTHS - index);
  const swatch = (look: string, sign: string): Markup =>
    markup`<svg width="17" height="17" aria-hidden="true"><rect class="${look}" width="17" height="17" rx="3"/><text class="sign ${look}" x="8.5" y="12.5">${sign}</text></svg>`;
  return markup`<p class="legend">${shortRupees(-full)} or worse ${steps.map((step) =>
    swatch(`l${String(step)}`, '−'),
  )}${swatch('z', '0')}${steps
    .toReversed()
    .map((step) =>
      swatch(`g${String(step)}`, '+'),
    )} ${shortRupees(full)} or better ${swatch('unrun', '×')} did not run</p>`;
}

function rowOf(date: string): number {
  return (weekday(date) + 6) % 7;
}

/** Weeks since the Monday of 1969-12-29. */
function weekOf(date: string): number {
  return Math.floor((Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 3) / 7);
}

function quarterOf(date: string): string {
  return `${date.slice(0, 4)} Q${String(Math.ceil(Number(date.slice(5, 7)) / 3))}`;
}

function monthName(date: string): string {
  const month = Number(date.slice(5, 7));
  const name = MONTH_NAMES[month - 1] ?? '';
  return month === 1 ? `${name} ${date.slice(2, 4)}` : name;
}
