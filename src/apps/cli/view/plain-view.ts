import { type DayProgress, type OrderView } from '../../../day/day-view.ts';
import { counted } from '../../../base/counted.ts';
import { RepeatBook } from '../../../audit/notice-board.ts';
import { istClock } from '../../../model/time/ist.ts';
import { type OperatorCommands } from '../../../notices/operator-commands.ts';
import { type ToldNotice, toldText } from '../../../notices/told-notice.ts';
import { priceText, sanitize } from './span.ts';
import { type DayDisplay } from './run-standing.ts';

/**
 * Writes the day as lines, one a change, each with the run's own IST time: `09:20:01 IST order …`. Where the platform
 * names another time for a change of an order, that stands beside it. Orders that an earlier process had are counted in one line. For pipes, files and terminals that cannot be redrawn.
 */
export function createPlainView(
  write: (line: string) => void,
  commands?: OperatorCommands,
): DayDisplay {
  const refused = new RepeatBook();
  let phase: DayProgress['phase'] | null = null;
  const told = new Map<string, OrderView>();

  const changeOf = (order: OrderView, seenAtMs: number): TimedText | null => {
    const { tag, updatedAtMs } = order;
    const before = told.get(tag);
    if (before !== undefined && isSameLine(before, order)) return null;
    told.set(tag, order);
    // The notice of the refusal counts them.
    if (isRepeated(order, seenAtMs)) return null;
    // Without a new time of the platform there is only the run's own.
    const isNewer = updatedAtMs > (before?.updatedAtMs ?? order.atMs);
    const isOther = isNewer && istClock(updatedAtMs) !== istClock(seenAtMs);
    return { atMs: seenAtMs, text: `order    ${orderText(order, isOther ? updatedAtMs : null)}` };
  };
  const isRepeated = ({ status, runId, leg, role }: OrderView, seenAtMs: number): boolean => {
    if (status !== 'refused') return false;
    const key = [runId, leg, role].join('\n');
    return refused.take(key, seenAtMs) === null;
  };
  /** They were printed by the process that did them. */
  const replayed = ({ atMs, orders }: DayProgress): TimedText[] => {
    const isFirst = told.size === 0;
    for (const order of orders) told.set(order.tag, order);
    if (!isFirst || orders.length === 0) return [];
    const text = `replayed ${counted(orders.length, 'order')} of an earlier process, not printed again: sauda orders lists them`;
    return [{ atMs, text }];
  };
  const changes = ({ atMs, orders }: DayProgress): TimedText[] =>
    [...orders].reverse().flatMap((order) => changeOf(order, atMs) ?? []);
  const progress = (now: DayProgress): void => {
    const lines = now.isRecovered === true ? replayed(now) : changes(now);
    if (now.phase !== phase) {
      // The first phase is printed as found.
      const atMs = phase === null ? now.atMs : (now.phaseFromMs ?? now.atMs);
      phase = now.phase;
      lines.unshift({ atMs, text: `phase    ${phase}` });
    }
    lines.sort((left, right) => left.atMs - right.atMs);
    for (const { atMs, text } of lines) write(`${stamp(atMs)} ${text}\n`);
  };
  return {
    progress,
    note: (notice) => {
      write(`${lineOf(notice, commands)}\n`);
    },
    close: () => undefined,
  };
}

interface TimedText {
  readonly atMs: number;
  readonly text: string;
}

/** What the line of an order may change in. */
const CHANGING = ['status', 'filledUnits', 'quantityUnits', 'detail'] as const;

/** Most orders of most looks: their lines are not even made. */
function isSameLine(before: OrderView, now: OrderView): boolean {
  return (
    CHANGING.every((key) => before[key] === now[key]) && shownPrice(before) === shownPrice(now)
  );
}

function shownPrice({ averagePricePaise, pricePaise }: OrderView): number | null {
  return averagePricePaise ?? pricePaise;
}

function stamp(atMs: number): string {
  return `${istClock(atMs)} IST`;
}

function orderText(of: OrderView, platformAtMs: number | null): string {
  return sanitize(
    [
      of.status.padEnd(15),
      of.side,
      `${String(of.filledUnits)}/${String(of.quantityUnits)}`,
      of.symbol,
      `at ${priceText(shownPrice(of))}`,
      ...(platformAtMs === null ? [] : [`(platform ${istClock(platformAtMs)})`]),
      `${of.runId} ${of.leg} ${of.role}`,
      of.detail,
    ]
      .join(' ')
      .trimEnd(),
  );
}

function lineOf(of: ToldNotice, commands: OperatorCommands | undefined): string {
  const run = of.runId === null ? '' : `${of.runId} `;
  return sanitize(`${stamp(of.atMs)} ${of.severity.padEnd(8)} ${run}${toldText(of, commands)}`);
}
