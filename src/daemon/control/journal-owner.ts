import { openJournalForReading } from '../../adapters/journal/sqlite-journal.ts';
import { type Settings } from '../../settings/settings.ts';

/** Whose journal it is, in words, where that is another account or mode; null where it is theirs, or cannot be read. */
export function otherOwnerOf(
  journalPath: string,
  { account, mode }: Pick<Settings, 'account' | 'mode'>,
): string | null {
  const opened = openJournalForReading(journalPath);
  if (!opened.ok) return null;
  const { journal, ...of } = opened.value;
  journal.close();
  if (of.account === account && of.mode === mode) return null;
  return `that of account "${of.account}" in mode ${of.mode}`;
}
