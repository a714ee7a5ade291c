import {
  type DayView,
  type OrderView,
  type PositionView,
  type StrategyView,
} from '../../../day/day-view.ts';
import { istClock, weekday, WEEKDAY_NAMES } from '../../../model/time/ist.ts';
import { type OperatorCommands } from '../../../notices/operator-commands.ts';
import { type ToldNotice } from '../../../notices/told-notice.ts';
import { divideRows } from './divide-rows.ts';
import { lockLines } from './lock-lines.ts';
import {
  type Line,
  lineWidth,
  paintLine,
  priceText,
  profit,
  profitStyle,
  signedPaise,
  span,
  type Style,
  tableLines,
  spansOf,
} from './span.ts';
import { noticeLine } from './notice-line.ts';
import { customLine, positionTable, type Row } from './position-rows.ts';
import { progressBar } from './progress-meter.ts';
import { isOpen, isValueKnown } from './run-standing.ts';

interface RenderOptions {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  /** What the viewer chose by keys; null where no keys are read. @default null */
  readonly choice?: ViewChoice | null;
  /** The commands in notices. @default without an account */
  readonly commands?: OperatorCommands | undefined;
}

/** What the viewer chose. */
export interface ViewChoice {
  /** The list that has the room and scrolls, by its place; null: all share. */
  readonly list: number | null;
  /** Items of it that are passed over. */
  readonly offset: number;
  /** Whether the end was asked for once. */
  readonly isLeaving: boolean;
}

/** Critical notices that stay in sight. */
const CRITICAL_KEPT = 3;
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
  const { choice = null, commands } = options;
  const head = headLines(view, columns);
  const foot = choice === null ? [] : [footLine(choice)];
  const body = bodyLines(view, {
    columns,
    rows: rows - head.length - foot.length,
    choice,
    commands,
  });
  const above = [...head, ...body].slice(0, rows - foot.length);
  return [...above, ...foot]
    .map((line) => paintLine(line, { columns, color: options.color }))
    .join('\n');
}

/** How many items each list of a view has. */
export function itemCounts(view: DayView): readonly number[] {
  return sectionsOf(view, Infinity).map(({ items }) => items.length);
}

function sectionsOf(
  view: DayView,
  columns: number,
  commands?: OperatorCommands,
): readonly Section[] {
  return [
    strategies(view, columns),
    positions(view, columns),
    shadows(view, columns),
    orders(view, columns),
    notices(view.notices, commands),
  ].filter(({ items }) => items.length > 0);
}

interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly choice: ViewChoice | null;
  readonly commands: OperatorCommands | undefined;
}

function bodyLines(view: DayView, { columns, rows, choice, commands }: Room): Line[] {
  const sections = sectionsOf(view, columns, commands);
  const chosen = choice?.list ?? null;
  const all = sections.map(({ items }) => items.flat().length + 1);
  // A chosen list has what the others do not need; what it leaves is theirs again.
  const first = divideRows(
    sections.map(({ needed }, index) => {
      const most = all[index] ?? 0;
      return chosen === null || index === chosen ? most : Math.min(most, Math.max(2, needed + 1));
    }),
    rows,
    sections.map(({ needed }) => needed + 1),
  );
  const shares = divideRows(all, rows, first);
  return sections.flatMap((one, index) =>
    sectionLines(one, shares[index] ?? 0, index === chosen ? (choice?.offset ?? 0) : null),
  );
}

function footLine({ isLeaving }: ViewChoice): Line {
  if (!isLeaving) return span('? help  q end  ←→ list  ↑↓ scroll', 'dim');
  const what = 'q again ends the run; orders and positions stay. Any other key cancels';
  return span(what, 'warning');
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
      ` ${(WEEKDAY_NAMES[weekday(view.date)] ?? '').slice(0, 3)} ${view.date} `,
      span(`${istClock(view.atMs)} IST`, 'bold'),
      span(`  ${view.venue}${speed}`, 'dim'),
    ],
    [
      span(progressBar(view.progress, Math.min(40, columns - 28)), 'good'),
      ` ${String(Math.floor(view.progress * 100)).padStart(3)} %  ${PHASES[view.phase]}`,
      ...(view.halt.state === 'active'
        ? []
        : [span(`  ${view.halt.state.toUpperCase()}: ${view.halt.reason}`, 'bad')]),
    ],
    [
      'P&L ',
      profit(total),
      span(
        `  realised ${signedPaise(view.pnl.realisedPaise)}  unrealised ${signedPaise(view.pnl.unrealisedPaise)}  costs ${signedPaise(-view.pnl.costsPaise)}`,
        'dim',
      ),
    ],
    ...levelLines(view.levels),
    ...lockLines(view),
  ];
}

function levelLines(levels: DayView['levels']): Line[] {
  if (levels.length === 0) return [];
  return [
    levels.flatMap(({ symbol, lastPaise }, index) => [
      span(`${index === 0 ? '' : '  '}${symbol} `, 'dim'),
      priceText(lastPaise),
    ]),
  ];
}

interface Section {
  readonly title: string;
  /** Titles of columns, beside its own. @default none */
  readonly titles?: string;
  /** Each a line, or two where a reason does not fit beside what it explains. */
  readonly items: readonly (readonly Line[])[];
  /** Rows that it needs before others grow, without its title. */
  readonly needed: number;
  /** Where the newest is at the bottom: how many are newer. Items come newest first, those to keep in sight before others. */
  readonly newerThan?: ReadonlyMap<readonly Line[], number>;
}

function itemsOf(rows: readonly Row[], lines: readonly Line[], columns: number): Section['items'] {
  return rows.map(({ reason }, index) => {
    const line = lines[index] ?? '';
    if (reason === '') return [line];
    const beside = [...spansOf(line), span(`  ${reason}`, 'dim')];
    return lineWidth(beside) <= columns ? [beside] : [line, span(`    ${reason}`, 'dim')];
  });
}

/** Rows without titles, the first so many of which need a look. */
function section(title: string, rows: readonly Row[], { columns, needed: first }: Sized): Section {
  const cells = rows.map((row) => row.cells);
  const items = itemsOf(rows, tableLines([], cells), columns);
  return { title, items, needed: items.slice(0, first).flat().length };
}

interface Sized {
  readonly columns: number;
  readonly needed: number;
}

/** Custom positions have no units and prices here: they would only widen the table of the legs. */
function positions({ positions: all, stops }: DayView, columns: number): Section {
  const legs = all.filter(({ custom }) => custom === null).sort(openFirst);
  const { titles, rows } = positionTable(legs, stops, columns);
  const [head = '', ...lines] = tableLines(
    titles,
    rows.map(({ cells }) => cells),
  );
  const legItems = itemsOf(rows, lines, columns);
  const customs = (isWanted: (of: PositionView) => boolean): Line[][] =>
    all.filter((of) => of.custom !== null && isWanted(of)).map((of) => [customLine(of)]);
  const openLegs = legs.filter(isOpen).length;
  const items = [
    ...legItems.slice(0, openLegs),
    ...customs(isOpen),
    ...legItems.slice(openLegs),
    ...customs((of) => !isOpen(of)),
  ];
  const open = all.filter(isOpen).length;
  const needed = items.slice(0, open).flat().length;
  return { title: 'Positions', titles: paintLine(head, { color: false }), items, needed };
}

/** Newest first; what is critical stays in sight before newer lines that are not. */
function notices(all: readonly ToldNotice[], commands: OperatorCommands | undefined): Section {
  const newest = [...all].reverse();
  const critical = newest.filter(({ severity }) => severity === 'critical').slice(0, CRITICAL_KEPT);
  const ordered = [...new Set([...newest.slice(0, 1), ...critical, ...newest])];
  const placed = ordered.map((of) => ({
    item: [noticeLine(of, commands)],
    newer: newest.indexOf(of),
  }));
  const items = placed.map(({ item }) => item);
  const newerThan = new Map(placed.map(({ item, newer }) => [item, newer]));
  return {
    title: 'Notices',
    items,
    needed: Math.min(items.length, critical.length + 1),
    newerThan,
  };
}

/** The title and as many items as fit into `share` rows, after those that were scrolled over; null: not chosen. */
function sectionLines(of: Section, share: number, scrolled: number | null): Line[] {
  const { title, items, newerThan } = of;
  if (share < 2) return [];
  const offset = Math.min(scrolled ?? 0, Math.max(0, items.length - 1));
  const rest = items.slice(offset);
  const kept = rest.flat().slice(0, share - 1);
  const shown = rest.filter(([first]) => first !== undefined && kept.includes(first));
  const count =
    shown.length < items.length ? ` (${rangeText(shown.length, items.length, offset)})` : '';
  const mark = scrolled === null ? '' : ' ◂';
  if (newerThan === undefined) return [titleLine(`${title}${count}${mark}`, of.titles), ...kept];
  const newer = (item: readonly Line[]): number => newerThan.get(item) ?? 0;
  const inOrder = shown.toSorted((one, other) => newer(other) - newer(one));
  return [span(`${title}${mark}`, 'bold'), ...inOrder.flat()];
}

/** A title over the first column, which has none of its own, and those of the others beside it, where there is room. */
function titleLine(title: string, titles = ''): Line {
  const isRoom = titles.slice(0, title.length + 1).trim() === '';
  return [span(title, 'bold'), span(isRoom ? titles.slice(title.length) : '', 'dim')];
}

function rangeText(shown: number, all: number, offset: number): string {
  if (offset === 0) return `${String(shown)} of ${String(all)}`;
  return `${String(offset + 1)} to ${String(offset + shown)} of ${String(all)}`;
}

/** Those that need a look first: what failed or is held, then what holds something of unknown value. */
function strategies({ strategies: all, positions: held }: DayView, columns: number): Section {
  const isKnown = (of: StrategyView): boolean => isValueKnown(of.runId, held);
  const isTrouble = ({ state }: StrategyView): boolean => state === 'failed' || state === 'held';
  const needsLook = (of: StrategyView): number => 2 * Number(isTrouble(of)) + Number(!isKnown(of));
  const sorted = [...all].sort((left, right) => needsLook(right) - needsLook(left));
  const rows = sorted.map((of) => strategyRow(of, isKnown(of)));
  const needed = sorted.filter((of) => needsLook(of) > 0).length;
  return section('Strategies', rows, { columns, needed });
}

/** What runs in shadow, by the paper rules: none of it is the account's. */
function shadows({ shadow = null }: DayView, columns: number): Section {
  const rows = shadow === null ? [] : shadow.strategies.map((of) => strategyRow(of, true));
  return section('Shadow, sends nothing', rows, { columns, needed: 0 });
}

function strategyRow(of: StrategyView, isKnown: boolean): Row {
  const profit = isKnown
    ? span(signedPaise(of.pnlPaise).padStart(13), profitStyle(of.pnlPaise))
    : span('not known'.padStart(13), 'warning');
  const marks = [of.stage, of.broker].filter((mark) => mark !== undefined);
  const badge = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  const cells = [`  ${of.name}${badge}`, span(of.state, STATE_STYLES[of.state]), profit];
  return of.state === 'failed'
    ? { cells, reason: of.note }
    : { cells: [...cells, span(of.note, 'dim')], reason: '' };
}

function openFirst(left: PositionView, right: PositionView): number {
  return Number(isOpen(right)) - Number(isOpen(left));
}

/** Working orders that stay in sight beside the other lists. */
const WORKING_KEPT = 3;

/** What is not known, then what works, then what is done, newest first each. */
function orders({ orders: all }: DayView, columns: number): Section {
  const urgency = ({ status, isWorking }: OrderView): number =>
    2 * Number(status === 'unknown') + Number(isWorking);
  const sorted = [...all].sort((left, right) => urgency(right) - urgency(left));
  const needed = Math.min(WORKING_KEPT, sorted.filter((of) => urgency(of) > 0).length);
  return section('Orders', sorted.map(orderRow), { columns, needed });
}

function orderRow(of: OrderView): Row {
  const isTrouble = ['rejected', 'unknown', 'refused'].includes(of.status.toLowerCase());
  const cells = [
    span(`  ${istClock(of.atMs)}`, 'dim'),
    of.side,
    `${String(of.filledUnits)}/${String(of.quantityUnits)}`.padStart(7),
    of.symbol,
    priceText(of.averagePricePaise ?? of.pricePaise).padStart(8),
    span(of.status, isTrouble ? 'bad' : 'plain'),
    span(`${of.leg} ${of.role}`, 'dim'),
  ];
  return { cells, reason: of.detail };
}
