import { distinctUntilChanged, filter, map, type Observable, scan } from 'rxjs';

const FAST = 20;
const SLOW = 50;

interface Averages {
  readonly closes: Int32Array;
  count: number;
  fastSum: number;
  slowSum: number;
}

/** Whether the average of the last 20 closes is above that of the last 50, told whenever that changes: five operators. */
export function crossOfAverages(
  bars: Observable<{ readonly closePaise: number }>,
): Observable<boolean> {
  return bars.pipe(
    map(({ closePaise }) => closePaise),
    scan(add, { closes: new Int32Array(SLOW), count: 0, fastSum: 0, slowSum: 0 }),
    filter(({ count }) => count >= SLOW),
    map(({ fastSum, slowSum }) => fastSum * SLOW > slowSum * FAST),
    distinctUntilChanged(),
  );
}

function add(averages: Averages, paise: number): Averages {
  const { closes, count } = averages;
  averages.slowSum += paise - (closes[count % SLOW] ?? 0);
  averages.fastSum += paise - (count < FAST ? 0 : (closes[(count - FAST) % SLOW] ?? 0));
  closes[count % SLOW] = paise;
  averages.count += 1;
  return averages;
}
