import { counted } from '../../../base/counted.ts';
import { type DaySummary } from '../../../day/day-summary.ts';
import { istClock } from '../../../model/time/ist.ts';
import { runName } from '../../../model/runs/run.ts';
import { weekText } from '../../../model/runs/week-so-far.ts';
import { commandsFor } from '../../../notices/operator-commands.ts';
import { retoldText } from '../../../notices/told-notice.ts';
import {
  type Cell,
  type Line,
  paintLine,
  profit,
  signedPaise,
  span,
  type Style,
  tableLines,
  wrapText,
} from '../view/span.ts';
import { isOpen, isValueKnown } from '../view/run-standing.ts';
import { openGroups, type Saying } from './open-lines.ts';

interface SummaryOptions {
  readonly columns: number;
  readonly color: boolean;
  readonly isVerbose: boolean;
  readonly saying: Saying;
}

/** What a day came to, as lines for people. */
export function daySummaryText(summary: DaySummary, options: SummaryOptions): string {
  const { columns } = options;
  const lines: Line[] = [
    [
      span(`Day summary ${summary.date}`, 'bold'),
      span(`  ${summary.mode}, ${summary.venue}`, 'dim'),
    ],
    ...tableLines([], facts(summary)),
    ...listed(
      'Positions left open',
      summary.positions
        .filter((of) => isOpen(of) && !isLeftToDo(of, summary))
        .map((of) => [
          `  ${of.symbol}`,
          of.custom === null ? String(of.netUnits) : 'at the platform',
          span(`${of.runId} ${of.leg}${blockText(of)}`, 'dim'),
        ]),
    ),
    ...sentences('Unprotected', summary.unprotected.map(unprotectedText), {
      style: 'bad',
      columns,
    }),
    ...sentences('Trading', notActive(summary), { style: 'bad', columns }),
    ...sentences('Alerts of strategies', summary.alerts.map(alertText), {
      style: 'plain',
      columns,
    }),
    ...sentences('Market tables', summary.tables, { style: 'warning', columns }),
    ...sentences('Problems', problemTexts(summary, options), { style: 'warning', columns }),
    ...settledLine(summary),
    ...assumed(summary, options),
    // Last, so that it is what stays on the screen.
    ...leftToDo(summary, options),
    ...listed('Shadow runs, before costs, not in the net', shadowRows(summary)),
    ...listed('Strategies, before costs', summary.strategies.map(strategyRow(summary))),
    netLine(summary),
    ...weekLines(summary),
  ];
  return lines.map((line) => `${paintLine(line, options)}\n`).join('');
}

/** With the commands of the reader. What came after the first thousand was only counted. */
function problemTexts(
  { problems, notices }: Pick<DaySummary, 'problems' | 'notices'>,
  { saying }: Pick<SummaryOptions, 'saying'>,
): readonly string[] {
  const commands = commandsFor(saying.address);
  const told = notices.map((notice) => retoldText(notice, commands));
  return [...told, ...problems.slice(told.length)];
}

/** Whether a leg is named below, with what to do about it. */
function isLeftToDo(
  { runId, leg }: DaySummary['positions'][number],
  { open }: Pick<DaySummary, 'open'>,
): boolean {
  return open.some((of) => of.kind === 'leg' && of.runId === runId && of.name === leg);
}

function strategyRow({
  positions,
}: DaySummary): (of: DaySummary['strategies'][number]) => readonly Cell[] {
  return ({ runId, name, state, pnlPaise, note }) => [
    `  ${name}`,
    span(state, state === 'failed' ? 'bad' : 'plain'),
    isValueKnown(runId, positions) ? profit(pnlPaise) : span('not known', 'warning'),
    span(note, 'dim'),
  ];
}

function shadowRows({ shadow = null }: DaySummary): readonly (readonly Cell[])[] {
  if (shadow === null) return [];
  return shadow.strategies.map(({ name, state, pnlPaise, note }) => [
    `  ${name} shadow`,
    state,
    profit(pnlPaise),
    span(note, 'dim'),
  ]);
}

/** How the week stands of what has a limit of the week. */
function weekLines({ weeks = [] }: DaySummary): readonly Line[] {
  return weeks.map((of): Line => {
    const who = of.runId === null ? 'account' : runName(of.runId);
    return [span(`${who}: ${weekText(of)}`, 'dim')];
  });
}

function netLine({ netPaise, grossPaise, costsPaise, positions }: DaySummary): Line {
  const isWhole = positions.every(({ runId }) => isValueKnown(runId, positions));
  return [
    span('Net ', 'bold'),
    profit(netPaise),
    `: gross ${signedPaise(grossPaise)}, costs ${signedPaise(-costsPaise)}`,
    span(isWhole ? '' : '; without what is not known', 'warning'),
  ];
}

function unprotectedText(of: DaySummary['unprotected'][number]): string {
  const { runId, leg, symbol, units, sinceMs, longestMs, problem } = of;
  const seconds = String(Math.round(longestMs / 1000));
  const now =
    sinceMs === null ? '' : `; ${String(units)} units still are, since ${istClock(sinceMs)}`;
  const why = problem === '' ? '' : `; the last one ${problem}`;
  return `${runId} ${leg}: ${symbol} was open for ${seconds} s without its stop${now}${why}`;
}

function alertText({ atMs, severity, runId, message }: DaySummary['alerts'][number]): string {
  return `${istClock(atMs)} ${severity} ${runId ?? ''}: ${message}`;
}

/** What keeps from new risk at the end of the day, or waits for the operator. */
function notActive({ halt, locks, heldOrders, journalProblem }: DaySummary): readonly string[] {
  return [
    ...(halt.state === 'active' ? [] : [`${halt.state}: ${halt.reason}`]),
    ...locks.map((lock) => `locked: ${lock}`),
    ...(heldOrders === 0 ? [] : [`${String(heldOrders)} held: sauda status shows them`]),
    ...(journalProblem === null ? [] : [`the journal cannot be written: ${journalProblem}`]),
  ];
}

function leftToDo(summary: DaySummary, { saying, columns }: SummaryOptions): Line[] {
  const texts = openGroups(summary, saying).flatMap((group) => [
    ...group.texts.flatMap((text) =>
      wrapText(text, columns - 4).map((part, index): Line =>
        span(`${index === 0 ? '  ' : '    '}${part}`, 'bad'),
      ),
    ),
    ...group.next.flatMap((line) =>
      wrapText(line, columns - 6).map((part): Line => [`      ${part}`]),
    ),
  ]);
  return texts.length === 0 ? [] : [span('Left for you', 'bold'), ...texts];
}

function assumed({ assumptions }: DaySummary, { isVerbose, columns }: SummaryOptions): Line[] {
  if (assumptions.length === 0) return [];
  if (isVerbose) return sentences('Assumed', assumptions, { style: 'dim', columns });
  const count = `${String(assumptions.length)} assumption${assumptions.length === 1 ? '' : 's'}`;
  const them = assumptions.length === 1 ? 'it' : 'them';
  return [span(`${count}; --verbose or --json shows ${them}`, 'dim')];
}

function settledLine({ settled = [] }: DaySummary): Line[] {
  if (settled.length === 0) return [];
  const it = settled.length === 1 ? 'it' : 'them';
  return [span(`${counted(settled.length, 'notice')} settled since; --json shows ${it}`, 'dim')];
}

/** A title and one sentence a line; a long one wraps, indented. */
function sentences(
  title: string,
  texts: readonly string[],
  { style, columns }: { readonly style: Style; readonly columns: number },
): Line[] {
  const lines = texts.flatMap((text) =>
    wrapText(text, columns - 4).map((part, index): Line =>
      span(`${index === 0 ? '  ' : '    '}${part}`, style),
    ),
  );
  return lines.length === 0 ? [] : [span(title, 'bold'), ...lines];
}

const COUNTS = [
  'placed',
  'filled',
  'working',
  'cancelled',
  'rejected',
  'refused',
  'unknown',
] as const;

function facts(summary: DaySummary): Cell[][] {
  const { orders } = summary;
  const counts = COUNTS.filter((name) => name === 'placed' || orders[name] > 0).map(
    (name) => `${String(orders[name])} ${name}`,
  );
  const firstFillMs = summary.firstFillAfterRealMs;
  return [
    ['  orders', counts.join(', ')],
    ['  round trips', String(summary.trades)],
    [
      '  first fill',
      firstFillMs === null ? 'none' : `${(firstFillMs / 1000).toFixed(1)} s after the start`,
    ],
    [
      '  command log',
      `${String(summary.commands)} commands, SHA-256 ${summary.commandLogSha256.slice(0, 16)}`,
    ],
    [
      '  requests',
      summary.routes.map(({ route, count }) => `${route} ${String(count)}`).join(', ') || 'none',
    ],
  ];
}

function listed(title: string, rows: readonly (readonly Cell[])[]): Line[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map((row) => row.length));
  return [span(title, 'bold'), ...tableLines([...Array<string>(width).fill('')], rows)];
}

function blockText({ isPaused, isUnconfirmed }: DaySummary['positions'][number]): string {
  if (isUnconfirmed) return ', carried, not confirmed';
  return isPaused ? ', paused' : '';
}
