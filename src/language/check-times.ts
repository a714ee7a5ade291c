import { type z } from 'zod';

import { type ClockTime } from '../model/ist.ts';
import { type Finding, type Path, pathText } from './finding.ts';
import { clockTimeText } from './schema/clock-time-text.ts';

const time: z.ZodType<ClockTime, string> = clockTimeText('09:20');

/** One time of a file. */
export interface NamedTime {
  readonly path: Path;
  readonly value: unknown;
}

/** Whether each time comes before the next; absent and unreadable ones are left to others. */
export function checkTimes(times: readonly NamedTime[]): readonly Finding[] {
  const readable = times.filter(({ value }) => time.safeParse(value).success);
  return readable.slice(1).flatMap((later, index) => {
    const earlier = readable[index];
    return earlier === undefined || isBefore(earlier, later) ? [] : [disorder(earlier, later)];
  });
}

function isBefore(earlier: NamedTime, later: NamedTime): boolean {
  return withSeconds(earlier) < withSeconds(later);
}

function withSeconds({ value }: NamedTime): string {
  return `${String(value)}:00`.slice(0, 8);
}

function disorder(earlier: NamedTime, later: NamedTime): Finding {
  const [before, after] = [pathText(earlier.path), pathText(later.path)];
  return {
    path: later.path,
    message: `"${after}" must come after "${before}"`,
    parts: {
      found: JSON.stringify(later.value),
      allowed: `a time after ${String(earlier.value)}`,
      next: 'Write times with 24 hours: 15:10 is ten past three in the afternoon',
    },
  };
}
