import { BAR_MS, type Bar, type BarDay } from '../bar.ts';
import { type DayHours } from './day-hours.ts';
import { type DayRows } from './day-rows.ts';

const STRIDE = 6;

/**
 * A day that keeps its bars as whole numbers, a quarter of the room that objects take. Every look at `bars` makes them
 * anew: take it once, and only for as long as the day is needed.
 */
export function packedDay(rows: DayRows, hours: DayHours): BarDay {
  const { date } = hours.day;
  const inside = packed(rows, (minute) => hours.holds(minute));
  const outside = packed(rows, (minute) => !hours.holds(minute));
  return {
    date,
    get bars() {
      return unpacked(inside);
    },
    get barsOutside() {
      return unpacked(outside);
    },
  };
}

function packed(rows: DayRows, isWanted: (minute: number) => boolean): Int32Array {
  const cells = new Int32Array(rows.count * STRIDE);
  let at = 0;
  for (let place = 0; place < rows.count; place += 1) {
    const minute = rows.minute(place);
    if (!isWanted(minute)) continue;
    const [open, high, low, close] = rows.prices(place);
    cells[at] = minute;
    cells[at + 1] = open;
    cells[at + 2] = high;
    cells[at + 3] = low;
    cells[at + 4] = close;
    cells[at + 5] = rows.spreadPaise(place);
    at += STRIDE;
  }
  return cells.slice(0, at);
}

function unpacked(cells: Int32Array): readonly Bar[] {
  const bars: Bar[] = [];
  for (let at = 0; at < cells.length; at += STRIDE) {
    const spreadPaise = cells[at + 5] ?? -1;
    const bar = {
      startMs: (cells[at] ?? 0) * BAR_MS,
      openPaise: cells[at + 1] ?? 0,
      highPaise: cells[at + 2] ?? 0,
      lowPaise: cells[at + 3] ?? 0,
      closePaise: cells[at + 4] ?? 0,
    };
    bars.push(spreadPaise < 0 ? bar : { ...bar, spreadPaise });
  }
  return bars;
}
