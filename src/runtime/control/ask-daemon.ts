import { wait } from '../../adapters/system/wait.ts';
import { type ControlAnswer, type ControlRequest } from './control-request.ts';
import { type ControlDirectory } from './control-directory.ts';

/** What became of a request. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: ControlAnswer }
  /** No program took it; it is done at the next start. */
  | { readonly kind: 'queued' }
  /** No program took it; it was taken back. */
  | { readonly kind: 'withdrawn' };

const ANSWER_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 50;

/** Leaves a request and waits for the answer of the running program. */
export async function askDaemon(
  directory: ControlDirectory,
  asked: { readonly id: string; readonly request: ControlRequest },
): Promise<Asked> {
  const { id, request } = asked;
  directory.leave(id, request);
  for (let waitedMs = 0; waitedMs < ANSWER_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
    const answer = directory.takeAnswer(id);
    if (answer !== null) return { kind: 'answered', answer };
  }
  if (request.action === 'halt' || request.action === 'resume') return { kind: 'queued' };
  return directory.withdraw(id) ? { kind: 'withdrawn' } : await lastLook(directory, id);
}

/** It was taken just now: the answer is on its way. */
async function lastLook(directory: ControlDirectory, id: string): Promise<Asked> {
  await wait(LOOK_EVERY_MS * 10);
  const answer = directory.takeAnswer(id);
  return answer === null ? { kind: 'queued' } : { kind: 'answered', answer };
}
