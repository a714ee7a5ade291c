import { wait } from '../../adapters/system/machine-time.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { fail } from '../../base/result.ts';
import { refusedRequestText } from '../../notices/day.ts';
import { type FactsOf, noticeOf } from '../../notices/notice.ts';
import { type CountedNotice, type ToldNotice, toldText } from '../../notices/told-notice.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { ANSWER_WITHIN_MS } from './ask-daemon.ts';
import { type ControlDirectory, type LeftRequest } from './control-directory.ts';
import {
  type ControlAnswer,
  type DayRequest,
  staysLeft,
  type ToldAnswer,
} from './control-request.ts';

/** Who does what is asked by files. */
export interface ControlServer {
  readonly directory: ControlDirectory;
  /** Why the directory of that name is no longer this program's, so that another one may be asked in it; null while it is. */
  readonly notOurs: () => Pick<JournalFailure, 'detail' | 'next'> | null;
  /** Does what the operator asks, durably, and returns the notices meanwhile. */
  readonly ask: (request: DayRequest) => readonly ToldNotice[];
  readonly status: () => object;
  /** Called for an invalid request, or a directory that cannot be read. */
  readonly onProblem: (problem: ControlProblem) => void;
}

type ControlProblem = FactsOf<'control-fails'>;

const LOOK_EVERY_MS = 200;
/** One-shot requests expire after this: the time a CLI waits, and some more for a slow machine. */
const FRESH_MS = ANSWER_WITHIN_MS + 6_000;

/** Takes what was left while no program ran, then looks for more until stopped. */
export function serveControl(server: ControlServer): () => void {
  const ended = new AbortController();
  let isTold = false;
  const look = (): void => {
    const problem = problemOfLook(server);
    if (problem !== null && !isTold) server.onProblem(problem);
    isTold = problem !== null;
  };
  const loop = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      look();
      await wait(LOOK_EVERY_MS, ended.signal);
    }
  };
  void loop();
  return () => {
    ended.abort();
  };
}

/** Takes what was left; why nothing could be taken, else null. */
function problemOfLook(server: ControlServer): ControlProblem | null {
  const notOurs = server.notOurs();
  if (notOurs !== null) {
    return { what: 'unreachable', detail: `${notOurs.detail}. ${notOurs.next}` };
  }
  try {
    takeAll(server);
    return null;
  } catch (error) {
    return { what: 'directory', detail: whyUnreadable(error) };
  }
}

function takeAll(server: ControlServer): void {
  const { directory, ask, status, onProblem } = server;
  const left = directory.take();
  for (const [index, of] of left.entries()) {
    const { id } = of;
    const toDo = whatToDo(of, left.slice(index + 1));
    if (!toDo.ok) {
      onProblem({ what: 'request-refused', detail: refusedRequestText(toDo.error) });
      const refused = noticeOf('request-refused', null, toDo.error);
      answer(server, id, { told: [toldAnswer(refused)], status: status() });
      continue;
    }
    const asked = toDo.value;
    const notices = asked.action === 'status' ? [] : ask(asked);
    answer(server, id, { told: notices.map(toldAnswer), status: status() });
  }
}

/** A notice as answers have it: its sentence beside code and facts. */
export function toldAnswer(notice: CountedNotice): ToldAnswer {
  const { severity, runId, code, facts } = notice;
  return { severity, message: toldText(notice), runId, code, facts };
}

/**
 * What is to be done, or why it is not. A halt always is. A resume is not before a halt that came after it: entries
 * could leave in between. An expired one-shot request never runs, so one left by a killed CLI does nothing.
 */
function whatToDo(
  { request, ageMs }: LeftRequest,
  later: readonly LeftRequest[],
): LeftRequest['request'] {
  if (!request.ok) return request;
  const { action } = request.value;
  if (action === 'resume' && later.some(isHalt)) {
    return fail({ why: 'halted-later', action });
  }
  if (staysLeft(request.value) || Math.abs(ageMs) <= FRESH_MS) return request;
  return fail({ why: 'expired', action, ageMs });
}

function isHalt({ request }: LeftRequest): boolean {
  return request.ok && request.value.action === 'halt';
}

/** What was asked is done: an answer that cannot be left, as on a full disk, keeps nothing else from being done. */
function answer({ directory, onProblem }: ControlServer, id: string, of: ControlAnswer): void {
  try {
    directory.answer(id, of);
  } catch (error) {
    onProblem({ what: 'answer', detail: whyUnreadable(error) });
  }
}
