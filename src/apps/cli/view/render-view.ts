import { istClock, weekday } from '../../../model/ist.ts';
import {
  type DayView,
  type NoticeView,
  type OrderView,
  type PositionView,
  type StrategyView,
} from '../../../runtime/day-view.ts';
import { divideRows } from './divide-rows.ts';
import { priceText, signedPaise } from './money-text.ts';
import { progressBar } from './progress-bar.ts';
import { type Line, moneyStyle, paintLine, type Span, span, type Style } from './span.ts';
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
};

/** The day on one screen: at most `rows - 1` lines, none longer than `columns - 1`, so that nothing wraps or scrolls. */
export function renderView(view: DayView, options: RenderOptions): string {
  const columns = Math.max(20, options.columns - 1);
  const rows = Math.max(4, options.rows - 1);
  const head = headLines(view, columns);
  const sections = [
    section('Strategies', view.strategies.map(strategyRow)),
    section('Positions', [...view.positions].sort(openFirst).map(positionRow)),
    section('Orders', view.orders.map(orderRow)),
    section('Notices', view.notices.map(noticeLine).reverse()),
  ].filter(({ lines }) => lines.length > 0);
  const shares = divideRows(
    sections.map(({ lines }) => lines.length + 1),
    rows - head.length,
  );
  const body = sections.flatMap(({ title, lines }, index) => {
    const share = shares[index] ?? 0;
    if (share < 2) return [];
    const shown = share - 1;
    const isNotices = title === 'Notices';
    const more =
      lines.length > shown && !isNotices ? ` (${String(shown)} of ${String(lines.length)})` : '';
    const kept = lines.slice(0, shown);
    return [[span(`${title}${more}`, 'bold')], ...(isNotices ? kept.reverse() : kept)];
  });
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
    ],
    [
      span('P&L '),
      span(signedPaise(total), moneyStyle(total)),
      span(
        `  realised ${signedPaise(view.pnl.realisedPaise)}  unrealised ${signedPaise(view.pnl.unrealisedPaise)}  costs ${signedPaise(-view.pnl.costsPaise)}`,
        'dim',
      ),
    ],
  ];
}

interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

function section(title: string, rows: readonly (readonly Span[])[]): Section {
  if (title === 'Notices') return { title, lines: rows };
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, () => ({ title: '', align: 'left' as const }));
  return { title, lines: tableLines(columns, rows) };
}

function strategyRow(of: StrategyView): Span[] {
  return [
    span(`  ${of.name}`),
    span(of.state, STATE_STYLES[of.state]),
    span(signedPaise(of.pnlPaise).padStart(13), moneyStyle(of.pnlPaise)),
    span(of.note, 'dim'),
  ];
}

function positionRow(of: PositionView): Span[] {
  const style: Style = of.netUnits === 0 ? 'dim' : 'plain';
  return [
    span(`  ${of.symbol}`, style),
    span(String(of.netUnits).padStart(6), style),
    span(of.netUnits === 0 ? 'closed' : `at ${priceText(of.averagePricePaise)}`, style),
    span(`now ${priceText(of.lastPaise)}`, style),
    span(signedPaise(of.pnlPaise).padStart(13), moneyStyle(of.pnlPaise)),
    span(`${of.leg} ${strategyOf(of.runId)}`, 'dim'),
  ];
}

function openFirst(left: PositionView, right: PositionView): number {
  return Number(left.netUnits === 0) - Number(right.netUnits === 0);
}

function orderRow(of: OrderView): Span[] {
  const isTrouble = of.status === 'rejected' || of.status === 'unknown' || of.status === 'refused';
  return [
    span(`  ${istClock(of.atMs)}`, 'dim'),
    span(of.side),
    span(`${String(of.filledUnits)}/${String(of.quantityUnits)}`.padStart(7)),
    span(of.symbol),
    span(priceText(of.averagePricePaise ?? of.pricePaise).padStart(8)),
    span(of.status, isTrouble ? 'bad' : 'plain'),
    span(`${of.leg} ${of.role}${of.detail === '' ? '' : ` ${of.detail}`}`, 'dim'),
  ];
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
