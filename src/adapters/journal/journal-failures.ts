import { type JournalFailure } from '../../ports/journal.ts';

/** Text that is not as it was written: nothing that follows can be trusted. */
export function damaged(detail: string): JournalFailure {
  return {
    kind: 'damaged',
    detail,
    next: 'Keep the file as it is, put a copy from before in its place, and compare with the order book of the platform before anything is sent',
  };
}

/** Blocks that were durable are not there, or are others: what was sent on their word is not known. */
export function endLost(detail: string): JournalFailure {
  return {
    kind: 'damaged',
    detail,
    next: 'Keep its files as they are and look at the platform: what was sent since is not known here. A live run that starts with it takes no new risk until you resume',
  };
}

/** Nothing shows whether the end is missing. */
export function endUnproven(detail: string): JournalFailure {
  return {
    kind: 'damaged',
    detail: `its mark cannot be read, so that blocks may be missing at its end: ${detail}`,
    next: 'Look at the platform: what was sent last may not be known here. A live run that starts with it takes no new risk until you resume',
  };
}

/** Another process has the journal, or this one has it already. */
export function inUse(path: string, pid: number | null = null): JournalFailure {
  const who = pid === null ? '' : ` (PID ${String(pid)})`;
  return {
    kind: 'in-use',
    detail: `"${path}" is in use by another process${who}`,
    next: 'Only one process may run an account in a mode: end the other one, or read the journal after it has ended',
  };
}

/** Somebody removed or replaced the file while it was open: what is written to it nobody will find again. */
export function moved(path: string): JournalFailure {
  return {
    kind: 'moved',
    detail: `"${path}" was removed or replaced while it was in use`,
    next: 'Put the file back, under its name and from the same disk; otherwise end this program and look after its orders and positions on the platform: a new journal knows none of them',
  };
}

/** Somebody removed or replaced what keeps other programs out of the account: commands look for this one elsewhere. */
export function lockMoved(directory: string, pid: number): JournalFailure {
  const own = String(pid);
  return {
    kind: 'moved',
    detail: `"${directory}" was removed or replaced while it was in use: status, halt and flatten may not reach this program (PID ${own}) any more`,
    next: `If it was only moved, put it back. Otherwise end this program (kill ${own}), which leaves orders and positions as they are, and look after them on the platform: a new journal knows none of them`,
  };
}

/** No room is left. */
export function full(detail: string): JournalFailure {
  return {
    kind: 'full',
    detail,
    next: 'Free some space: what has not been written is kept in memory and tried again',
  };
}

/** The disk did not do what it was asked. */
export function ioFailure(detail: string): JournalFailure {
  return {
    kind: 'io',
    detail,
    next: 'Look at the disk and at the log of the machine: what has not been written is kept in memory and tried again',
  };
}

/** Nothing may be written there. */
export function readOnly(detail: string): JournalFailure {
  return {
    kind: 'read-only',
    detail,
    next: 'Give this user the right to write the file and its directory, or name another (of a day: "state.directory", or --journal FILE)',
  };
}

/** Its path leads through something that is no directory, or to where none can be made. */
export function noPlace(detail: string): JournalFailure {
  return {
    kind: 'no-place',
    detail,
    next: 'Name a directory that is there or can be made: "state.directory", or --journal FILE',
  };
}

/** A program of before wrote it, whose tables this one does not know. */
export function olderSchema(path: string, found: number, known: number): JournalFailure {
  return {
    kind: 'older-schema',
    detail: `"${path}" was written by an older sauda: schema ${String(found)}, this one knows ${String(known)} only`,
    next: 'Finish the day with the version of sauda that wrote it, or name another file with "journal"; this one has been left as it is',
  };
}

/** A program that knows more wrote it: this one would read it wrongly. */
export function newerSchema(path: string, found: number, known: number): JournalFailure {
  return {
    kind: 'newer-schema',
    detail: `"${path}" was written by a newer sauda: schema ${String(found)}, this one knows ${String(known)}`,
    next: 'Use the version of sauda that wrote it, or a newer one',
  };
}

/** Something else is in the file. */
export function notAJournal(path: string): JournalFailure {
  return {
    kind: 'not-a-journal',
    detail: `"${path}" is not a journal of sauda`,
    next: 'Name another file; this one has been left as it is',
  };
}

/** A file of which all may stand in the log that belongs to it. */
export function nothingIn(path: string): JournalFailure {
  return {
    kind: 'not-a-journal',
    detail: `"${path}" is empty: was it copied without its -wal file?`,
    next: `A journal, its -wal and its -shm belong together: copy all three, or make one file of them: sauda journal JOURNAL --copy FILE`,
  };
}

/** There is nothing to read. */
export function missing(path: string): JournalFailure {
  return {
    kind: 'not-a-journal',
    detail: `"${path}" does not exist`,
    next: 'Name the file of a journal: one is begun with the first run of an account in a mode',
  };
}
