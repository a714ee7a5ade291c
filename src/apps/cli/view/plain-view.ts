import { istClock } from '../../../model/ist.ts';
import { type DayView, type NoticeView, type OrderView } from '../../../runtime/day-view.ts';
import { sanitize } from '../sanitize.ts';
import { type DayDisplay } from './day-display.ts';
import { priceText } from './money-text.ts';

/**
 * Writes the day as lines, one a change, each with its IST time: `09:20:01 IST order …`. For pipes, files and
 * terminals that cannot be redrawn.
 */
export function createPlainView(write: (line: string) => void): DayDisplay {
  let phase: DayView['phase'] | null = null;
  const orders = new Map<string, string>();
  return {
    show: (view) => {
      if (view.phase !== phase) {
        phase = view.phase;
        write(`${stamp(view.atMs)} phase    ${phase}\n`);
      }
      for (const order of [...view.orders].reverse()) {
        const text = orderText(order);
        const key = orderKey(order);
        if (orders.get(key) === text) continue;
        orders.set(key, text);
        write(`${stamp(view.atMs)} order    ${text}\n`);
      }
    },
    note: (notice) => {
      write(`${noticeText(notice)}\n`);
    },
    close: () => undefined,
  };
}

function stamp(atMs: number): string {
  return `${istClock(atMs)} IST`;
}

function orderKey(of: OrderView): string {
  return [of.atMs, of.runId, of.leg, of.role, of.symbol, of.quantityUnits].join('|');
}

function orderText(of: OrderView): string {
  return sanitize(
    [
      of.status.padEnd(15),
      of.side,
      `${String(of.filledUnits)}/${String(of.quantityUnits)}`,
      of.symbol,
      `at ${priceText(of.averagePricePaise ?? of.pricePaise)}`,
      `${of.runId} ${of.leg} ${of.role}`,
      of.detail,
    ]
      .join(' ')
      .trimEnd(),
  );
}

function noticeText(of: NoticeView): string {
  const run = of.runId === null ? '' : `${of.runId} `;
  return sanitize(`${stamp(of.atMs)} ${of.severity.padEnd(8)} ${run}${of.message}`);
}
