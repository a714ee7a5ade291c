import { wait } from '../../adapters/system/machine-time.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { type FactsOf, type Notice, noticeOf } from '../../notices/notice.ts';
import { type AccountStanding } from '../account-board.ts';
import { type ControlDirectory, type LeftRequest } from './control-directory.ts';
import { type ControlAnswer, staysLeft } from './control-request.ts';
import { type ControlServer, toldAnswer } from './serve-control.ts';

/** Who answers what is asked by files while no day is open. */
export interface WaitingServer extends Pick<ControlServer, 'notOurs' | 'onProblem'> {
  readonly directory: ControlDirectory;
  readonly standing: () => AccountStanding;
  /** How the account stood when its last day was over; null when none was. */
  readonly status: () => object | null;
}

const LOOK_EVERY_MS = 200;

/**
 * Answers until stopped. A halt or a resume stays where it was left, so that the day that opens next takes it first, after a
 * crash too; what needs a day is refused.
 */
export function serveBetweenDays(server: WaitingServer): () => void {
  const ended = new AbortController();
  const answered = new Set<string>();
  let isTold = false;
  const loop = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const problem = lookOnce(server, answered);
      if (problem !== null && !isTold) server.onProblem(problem);
      isTold = problem !== null;
      await wait(LOOK_EVERY_MS, ended.signal);
    }
  };
  void loop();
  return () => {
    ended.abort();
  };
}

function lookOnce(server: WaitingServer, answered: Set<string>): FactsOf<'control-fails'> | null {
  const notOurs = server.notOurs();
  if (notOurs !== null) {
    return { what: 'unreachable', detail: `${notOurs.detail}. ${notOurs.next}` };
  }
  try {
    const left = server.directory.look();
    for (const id of answered) if (!left.some((of) => of.id === id)) answered.delete(id);
    for (const of of left) answerOne(server, of, answered);
    return null;
  } catch (error) {
    return { what: 'directory', detail: whyUnreadable(error) };
  }
}

function answerOne(
  server: WaitingServer,
  { id, request }: LeftRequest,
  answered: Set<string>,
): void {
  const { directory, standing } = server;
  if (!request.ok) {
    const refused = noticeOf('request-refused', null, request.error);
    if (directory.withdraw(id)) directory.answer(id, answerWith(server, [refused]));
    return;
  }
  const { action } = request.value;
  const { opensAtMs } = standing();
  if (staysLeft(request.value)) {
    if (answered.has(id)) return;
    answered.add(id);
    const kept = noticeOf('request-kept', null, { action, opensAtMs });
    directory.answerAhead(id, answerWith(server, [kept]));
    return;
  }
  if (!directory.withdraw(id)) return;
  const refused = noticeOf('request-refused', null, { why: 'no-day', action, opensAtMs });
  directory.answer(id, answerWith(server, action === 'status' ? [] : [refused]));
}

function answerWith(
  { status, standing }: WaitingServer,
  notices: readonly Notice[],
): ControlAnswer {
  return { told: notices.map(toldAnswer), status: status(), standing: standing() };
}
