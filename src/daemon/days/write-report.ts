import { basename, join } from 'node:path';

import { whyUnreadable } from '../../base/problem.ts';
import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { keptJournalPath } from '../../day/journal/open-day-journal.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type Settings } from '../../settings/settings.ts';
import { markClosed } from '../closing/closed-mark.ts';

/** A day's report, and where reports are kept. */
export interface DayReport {
  readonly summary: DaySummary;
  /** The same for people. */
  readonly text: string;
  /** Of its account: the directory may be that of several. */
  readonly settings: Settings;
}

/** Writes a day's report, and keeps beside its journal that the day is put away. Returns what to say of it. */
export function leaveReport(report: DayReport, journalPath: string | null): readonly Notice[] {
  const written = writeReport(report);
  if (written.code !== 'day-report-written' || journalPath === null) return [written];
  const { date } = report.summary;
  try {
    markClosed(journalPath, date);
    return [written];
  } catch (error) {
    // The next start puts it away once more.
    const detail = whyUnreadable(error);
    return [written, noticeOf('day-report-unwritten', null, { date, detail })];
  }
}

/**
 * Writes a day's report, for its owner alone: `reports/ACCOUNT.MODE.DATE.json` and `.txt`, named as the journal is. Each file is
 * there whole or not at all.
 */
function writeReport({ summary, text, settings }: DayReport): Notice {
  const { date } = summary;
  const directory = join(settings.stateDirectory, 'reports');
  const stem = `${basename(keptJournalPath(settings), '.journal')}.${date}`;
  const path = join(directory, `${stem}.txt`);
  try {
    makeFolder(directory, 0o700);
    replaceFile(join(directory, `${stem}.json`), `${JSON.stringify(summary)}\n`);
    replaceFile(path, text);
    return noticeOf('day-report-written', null, { date, path });
  } catch (error) {
    return noticeOf('day-report-unwritten', null, { date, detail: whyUnreadable(error) });
  }
}
