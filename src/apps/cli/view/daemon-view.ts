import { type AccountStanding } from '../../../daemon/account-board.ts';
import { type DayProgress } from '../../../day/day-view.ts';
import { type DaySummary } from '../../../day/day-summary.ts';
import { istClock, istDate } from '../../../model/time/ist.ts';
import { type OperatorCommands } from '../../../notices/operator-commands.ts';
import { shownNotice, type ToldNotice } from '../../../notices/told-notice.ts';
import { createPlainView } from './plain-view.ts';
import { type DayDisplay } from './run-standing.ts';
import { sanitize } from './span.ts';

/** Shows an account's days while they go by. */
export interface DaemonView {
  readonly standing: (standing: AccountStanding) => void;
  readonly progress: (progress: DayProgress) => void;
  readonly note: (notice: ToldNotice) => void;
  readonly dayOver: (summary: DaySummary, text: string) => void;
}

/** Lines for people: those of `sauda run`, and one for each thing that the process does between days. */
export function createDaemonLines(
  write: (text: string) => void,
  commands?: OperatorCommands,
): DaemonView {
  let day: DayDisplay = createPlainView(write, commands);
  return {
    standing: (standing) => {
      // What has been said of a day's orders is not kept for the next one.
      if (standing.state === 'opening') day = createPlainView(write, commands);
      write(`${sanitize(standingLine(standing))}\n`);
    },
    progress: (progress) => {
      day.progress(progress);
    },
    note: (notice) => {
      day.note(notice);
    },
    dayOver: (_, text) => {
      write(text);
    },
  };
}

/** One JSON line for each standing, notice and day, with its `kind`. */
export function createDaemonJson(
  write: (text: string) => void,
  commands?: OperatorCommands,
): DaemonView {
  const line = (kind: string, of: object): void => {
    write(`${JSON.stringify({ kind, ...of })}\n`);
  };
  return {
    standing: (standing) => {
      line('standing', standing);
    },
    progress: () => undefined,
    note: (notice) => {
      line('notice', shownNotice(notice, commands));
    },
    dayOver: (summary) => {
      line('day', summary);
    },
  };
}

/** What the process does, in one line. */
export function standingLine({ state, sinceMs, date, opensAtMs, detail }: AccountStanding): string {
  const at = `${istDate(sinceMs)} ${istClock(sinceMs)} IST`;
  const until =
    opensAtMs === null ? '' : ` until ${istDate(opensAtMs)} ${istClock(opensAtMs)} IST, then`;
  const day = date === null ? '' : `${until} the day ${date}`;
  return `${at} ${state}${day}${detail === null ? '' : `: ${detail}`}`;
}
