import { istClock, weekday } from '../../../model/ist.ts';
import {
  type DayView,
  type NoticeView,
  type OrderView,
  type PositionView,
  type StrategyView,
} from '../../../runtime/day-view.ts';
import { divideRows } from './divide-rows.ts';
import { isOpen } from './is-open.ts';
import { priceText, signedPaise } from './money-text.ts';
import { progressBar } from './progress-bar.ts';
import {
  type Line,
  lineWidth,
  moneyStyle,
  paintLine,
  type Span,
  span,
  type Style,
} from './span.ts';
import { tableLines } from './table.ts';

/** What a picture is drawn for. */
export interface RenderOptions {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const PHASES: Readonly<Record<DayView['phase'], string>> = {
  'before-open': 'before the open',
  open: 'market open',
  'between-sessions': 'between sessions',
  'after-close': 'after the close',
  'closed-day': 'market closed today',
};
const STATE_STYLES: Readonly<Record<StrategyView['state'], Style>> = {
  waiting: 'dim',
  running: 'good',
  completed: 'plain',
  failed: 'bad',
  held: 'bad',
};

/** The day on one screen: at most `rows - 1` lines, none longer than `columns - 1`, so that nothing wraps or scrolls. */
export function renderView(view: DayView, options: RenderOptions): string {
  const columns = Math.max(20, options.columns - 1);
  const rows = Math.max(4, options.rows - 1);
  const head = headLines(view, columns);
  const sections = [
    section('Strategies', view.strategies.map(strategyRow), columns),
    positions(view.positions, columns),
    section('Orders', view.orders.map(orderRow), columns),
    notices(view.notices),
  ].filter(({ items }) => items.length > 0);
  const shares = divideRows(
    sections.map(({ items }) => items.flat().length + 1),
    rows - head.length,
  );
  const body = sections.flatMap((one, index) => sectionLines(one, shares[index] ?? 0));
  return [...head, ...body]
    .slice(0, rows)
    .map((line) => paintLine(line, { columns, color: options.color }))
    .join('\n');
}

function headLines(view: DayView, columns: number): Line[] {
  const speed =
    view.speed === 1 ? '' : Number.isFinite(view.speed) ? `  ×${String(view.speed)}` : '  ×max';
  const badge = span(
    ` ${view.mode.toUpperCase()} `,
    view.mode === 'paper' ? 'badge-paper' : 'badge-live',
  );
  const total = view.pnl.realisedPaise + view.pnl.unrealisedPaise - view.pnl.costsPaise;
  return [
    [
      span('sauda ', 'bold'),
      badge,
      span(` ${WEEKDAYS[weekday(view.date)] ?? ''} ${view.date} `),
      span(`${istClock(view.atMs)} IST`, 'bold'),
      span(`  ${view.venue}${speed}`, 'dim'),
    ],
    [
      span(progressBar(view.progress, Math.min(40, columns - 28)), 'good'),
      span(` ${String(Math.floor(view.progress * 100)).padStart(3)} %  ${PHASES[view.phase]}`),
      ...(view.halt.state === 'active'
        ? []
        : [span(`  ${view.halt.state.toUpperCase()}: ${view.halt.reason}`, 'bad')]),
    ],
    [
      span('P&L '),
      span(signedPaise(total), moneyStyle(total)),
      span(
        `  realised ${signedPaise(view.pnl.realisedPaise)}  unrealised ${signedPaise(view.pnl.unrealisedPaise)}  costs ${signedPaise(-view.pnl.costsPaise)}`,
        'dim',
      ),
    ],
    ...levelLines(view.levels),
  ];
}

function levelLines(levels: DayView['levels']): Line[] {
  if (levels.length === 0) return [];
  return [
    levels.flatMap(({ symbol, lastPaise }, index) => [
      span(`${index === 0 ? '' : '  '}${symbol} `, 'dim'),
      span(priceText(lastPaise)),
    ]),
  ];
}

interface Section {
  readonly title: string;
  /** Each a line, or two where a reason does not fit beside what it explains. */
  readonly items: readonly (readonly Line[])[];
  /** Whether the last item is the one to keep at the bottom; they come newest first. */
  readonly isUpsideDown: boolean;
}

/** What is on a row, and why it stands where it stands. */
interface Row {
  readonly cells: readonly Span[];
  readonly reason: string;
}

function section(title: string, rows: readonly Row[], columns: number): Section {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, () => ({ title: '', align: 'left' as const }));
  const lines = tableLines(
    titles,
    rows.map(({ cells }) => cells),
  );
  const items = lines.map((line, index) => withReason(line, rows[index]?.reason ?? '', columns));
  return { title, items, isUpsideDown: false };
}

function withReason(line: Line, reason: string, columns: number): Line[] {
  if (reason === '') return [line];
  const beside = [...line, span(`  ${reason}`, 'dim')];
  return lineWidth(beside) <= columns ? [beside] : [line, [span(`    ${reason}`, 'dim')]];
}

/** Custom positions have no units and prices here: they would only widen the table of the legs. */
function positions(all: readonly PositionView[], columns: number): Section {
  const legs = all.filter(({ custom }) => custom === null).sort(openFirst);
  const table = section('Positions', legs.map(positionRow), columns);
  const customs = (isWanted: (of: PositionView) => boolean): Line[][] =>
    all.filter((of) => of.custom !== null && isWanted(of)).map((of) => [customLine(of)]);
  const items = [...customs(isOpen), ...table.items, ...customs((of) => !isOpen(of))];
  return { ...table, items };
}

function notices(all: readonly NoticeView[]): Section {
  const items = all.map((notice) => [noticeLine(notice)]).reverse();
  return { title: 'Notices', items, isUpsideDown: true };
}

/** The title and as many items as fit into `share` rows. */
function sectionLines({ title, items, isUpsideDown }: Section, share: number): Line[] {
  if (share < 2) return [];
  const kept = items.flat().slice(0, share - 1);
  if (isUpsideDown) return [[span(title, 'bold')], ...kept.reverse()];
  const shown = items.filter(([first]) => first !== undefined && kept.includes(first)).length;
  const more = shown < items.length ? ` (${String(shown)} of ${String(items.length)})` : '';
  return [[span(`${title}${more}`, 'bold')], ...kept];
}

function strategyRow(of: StrategyView): Row {
  const cells = [
    span(`  ${of.name}`),
    span(of.state, STATE_STYLES[of.state]),
    span(signedPaise(of.pnlPaise).padStart(13), moneyStyle(of.pnlPaise)),
  ];
  return of.state === 'failed'
    ? { cells, reason: of.note }
    : { cells: [...cells, span(of.note, 'dim')], reason: '' };
}

function positionRow(of: PositionView): Row {
  const style: Style = isOpen(of) ? 'plain' : 'dim';
  const cells = [
    span(`  ${of.symbol}`, style),
    span(String(of.netUnits).padStart(6), style),
    span(isOpen(of) ? `at ${priceText(of.averagePricePaise)}` : 'closed', style),
    span(`now ${priceText(of.lastPaise)}`, style),
    span(signedPaise(of.pnlPaise).padStart(13), moneyStyle(of.pnlPaise)),
    span(`${of.leg} ${strategyOf(of.runId)}`, 'dim'),
  ];
  return { cells, reason: of.isPaused ? 'paused: sauda status tells why, and how to go on' : '' };
}

function customLine(of: PositionView): Line {
  const style: Style = isOpen(of) ? 'plain' : 'dim';
  const text = of.custom === null ? '' : CUSTOM_TEXTS[of.custom];
  return [
    span(`  custom position ${of.leg}  `, style),
    span(text, of.custom === 'start-unknown' ? 'warning' : style),
    span(`  ${strategyOf(of.runId)}`, 'dim'),
  ];
}

const CUSTOM_TEXTS: Readonly<Record<NonNullable<PositionView['custom']>, string>> = {
  starting: 'starting',
  started: 'open at the platform',
  'start-rejected': 'not started',
  'start-unknown': 'may be open',
  'squaring-off': 'squaring off',
  'squared-off': 'closed',
};

function openFirst(left: PositionView, right: PositionView): number {
  return Number(isOpen(right)) - Number(isOpen(left));
}

function orderRow(of: OrderView): Row {
  const isTrouble = ['rejected', 'unknown', 'refused'].includes(of.status.toLowerCase());
  const cells = [
    span(`  ${istClock(of.atMs)}`, 'dim'),
    span(of.side),
    span(`${String(of.filledUnits)}/${String(of.quantityUnits)}`.padStart(7)),
    span(of.symbol),
    span(priceText(of.averagePricePaise ?? of.pricePaise).padStart(8)),
    span(of.status, isTrouble ? 'bad' : 'plain'),
    span(`${of.leg} ${of.role}`, 'dim'),
  ];
  return { cells, reason: of.detail };
}

function noticeLine(of: NoticeView): Line {
  const style: Style =
    of.severity === 'critical' ? 'bad' : of.severity === 'warning' ? 'warning' : 'plain';
  return [span(`  ${istClock(of.atMs)} `, 'dim'), span(of.message, style)];
}

/** The strategy in `<strategy>@<date>/<mode>`. */
function strategyOf(runId: string): string {
  return runId.split('@')[0] ?? runId;
}
