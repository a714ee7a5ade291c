import { journalFailure } from '../../adapters/journal/journal-failures.ts';
import { wait } from '../../adapters/system/machine-time.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { ControlDirectory } from './control-directory.ts';
import { type ControlAnswer, type ControlRequest, staysLeft } from './control-request.ts';

/** What became of a request. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: ControlAnswer }
  /** No program took it; it is done at the next start. */
  | { readonly kind: 'queued' }
  /** No program took it; it was taken back. */
  | { readonly kind: 'withdrawn' }
  /** A program took it and left no answer. */
  | { readonly kind: 'taken' }
  /** It could not be left, as on a full disk, or on one that is read-only. */
  | { readonly kind: 'not-left'; readonly failure: JournalFailure };

/** So long somebody waits for the answer to a request. */
export const ANSWER_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 50;

/** Leaves a request for the running program of a journal and waits for its answer. */
export async function askDaemon(
  journalPath: string,
  asked: { readonly id: string; readonly request: ControlRequest },
): Promise<Asked> {
  const { request } = asked;
  let { id } = asked;
  let directory: ControlDirectory;
  try {
    directory = new ControlDirectory(journalPath);
    id = directory.leave(id, request);
  } catch (error) {
    return { kind: 'not-left', failure: journalFailure(controlPathOf(journalPath), error) };
  }
  for (let waitedMs = 0; waitedMs < ANSWER_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
    const answer = directory.takeAnswer(id);
    if (answer !== null) return { kind: 'answered', answer };
  }
  const isKept = staysLeft(request);
  if (isKept && directory.isLeft(id)) return { kind: 'queued' };
  return !isKept && directory.withdraw(id) ? { kind: 'withdrawn' } : await lastLook(directory, id);
}

/** It was taken: perhaps just now, and the answer is on its way. */
async function lastLook(directory: ControlDirectory, id: string): Promise<Asked> {
  await wait(LOOK_EVERY_MS * 10);
  const answer = directory.takeAnswer(id);
  return answer === null ? { kind: 'taken' } : { kind: 'answered', answer };
}
