import { setTimeout as delay } from 'node:timers/promises';

import { whyUnreadable } from '../../../../base/problem.ts';
import { isPanicUnderWay, keepStandbyOut } from '../../../../daemon/panic/panic-lock.ts';
import { type DayStatus } from '../../../../day/day-status.ts';
import { isJournalInUse, processOf } from '../../../../day/journal/open-day-journal.ts';
import { askJournal } from '../../account/control-options.ts';
import { cliFailure } from '../../cli-failure.ts';

/**
 * What has the account of a panic.
 *
 * - `none`: nothing.
 * - `panic`: another panic, which closes it.
 * - `trading`: a program with a day open, which answers: it can flatten.
 * - `idle`: a program that answers and has no day open: it sends nothing, and must end before anything is sent.
 * - `hung`: a program that does not answer: it must end, too, as it may wake up and send.
 */
export interface Holder {
  readonly kind: 'none' | 'panic' | 'trading' | 'idle' | 'hung';
  readonly pid: number | null;
}

/** Finds out, which takes five seconds where a program does not answer. */
export async function holderOf(journalPath: string): Promise<Holder> {
  if (!isJournalInUse(journalPath)) return { kind: 'none', pid: null };
  const pid = processOf(journalPath);
  if (isPanicUnderWay(journalPath)) return { kind: 'panic', pid };
  const asked = await askJournal(journalPath, { action: 'status' });
  if (asked.kind !== 'answered') return { kind: 'hung', pid };
  return { kind: asked.answer.standing === undefined ? 'trading' : 'idle', pid };
}

/** How a running program's account stands; null where it does not answer any more. */
export async function statusOfProgram(journalPath: string): Promise<DayStatus | null> {
  const asked = await askJournal(journalPath, { action: 'status' });
  // Only our own program answers in this directory, which is its owner's alone.
  return asked.kind === 'answered' ? (asked.answer.status as DayStatus | null) : null;
}

const GENTLY_MS = 10_000;
const ENDED_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * Ends a program that keeps the account to itself: one that answers in order, one that hangs as a power cut would.
 *
 * @throws {CliFailure} when it is still there
 */
export async function endProgram(
  { kind, pid }: Holder,
  journalPath: string,
  tell: (line: string) => void,
): Promise<void> {
  const isGone = async (withinMs: number): Promise<boolean> => {
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += LOOK_EVERY_MS) {
      if (!isJournalInUse(journalPath)) return true;
      await delay(LOOK_EVERY_MS);
    }
    return !isJournalInUse(journalPath);
  };
  if (pid === null) throw notEnded(journalPath, null, 'its PID is not known');
  keepStandbyOut(journalPath);
  try {
    if (kind === 'idle') {
      tell(`Ending the program (PID ${String(pid)}), which has no day open`);
      process.kill(pid, 'SIGTERM');
      if (await isGone(GENTLY_MS)) return;
    }
    tell(`Ending the program (kill -9 ${String(pid)}), which does not answer`);
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isJournalInUse(journalPath)) return;
    throw notEnded(journalPath, pid, whyUnreadable(error));
  }
  if (!(await isGone(ENDED_WITHIN_MS))) throw notEnded(journalPath, pid, 'it is still there');
}

function notEnded(file: string, pid: number | null, found: string): ReturnType<typeof cliFailure> {
  const command = pid === null ? 'kill -9 PID' : `kill -9 ${String(pid)}`;
  return cliFailure('halted', 'The program of the account cannot be ended: nothing was sent', {
    ...{ file, found },
    next: `End it (${command}) as its user or root, then repeat the command`,
  });
}
