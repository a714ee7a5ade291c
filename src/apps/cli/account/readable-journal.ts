import { copyJournal } from '../../../daemon/control/journal-copy.ts';
import { isJournalInUse } from '../../../day/journal/open-day-journal.ts';
import { CliFailure } from '../cli-failure.ts';

/**
 * Reads a journal, or a copy of it while a process writes it: as of the last that the process could write.
 *
 * @throws {CliFailure} when it cannot be copied
 */
export async function readingAny<Read>(
  journalPath: string,
  read: (path: string) => Promise<Read>,
): Promise<Read> {
  if (!isJournalInUse(journalPath)) return read(journalPath);
  const copied = copyJournal(journalPath);
  if (!copied.ok) throw new CliFailure(copied.error.kind, copied.error.problems);
  try {
    return await read(copied.value.path);
  } catch (error) {
    throw error instanceof CliFailure ? named(error, copied.value.path, journalPath) : error;
  } finally {
    copied.value.remove();
  }
}

/** A failure about the copy, as one about the journal: the copy is gone when it is read. */
function named({ exit, problems }: CliFailure, copyPath: string, journalPath: string): CliFailure {
  const own = problems.map((of) => (of.file === copyPath ? { ...of, file: journalPath } : of));
  return new CliFailure(exit, own);
}
