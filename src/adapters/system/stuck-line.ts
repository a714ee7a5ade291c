import { Session } from 'node:inspector';

import { authorPlace, type CodePlace } from '../../base/author-line.ts';
import { wait } from './machine-time.ts';

/** A thread that is asked by the inspector and does not answer in this time is stuck in what no one can look into. */
const ANSWER_MS_MAX = 5_000;

/** A frame as the inspector tells it: lines and columns from 0, and the script by a number. */
interface Frame {
  readonly location: {
    readonly scriptId: string;
    readonly lineNumber: number;
    readonly columnNumber?: number;
  };
}
/** What the inspector says of a thread. */
interface Told {
  /** Absent from the answer to a request. */
  readonly method?: string;
  readonly params?: {
    /** Of `Debugger.paused`. */
    readonly callFrames?: readonly Frame[];
    /** Of `Debugger.scriptParsed`. */
    readonly scriptId?: string;
    readonly url?: string;
  };
}
/** What the inspector has to do with a thread. */
interface Inspected {
  readonly post: (method: string) => void;
  readonly close: () => void;
}

/**
 * The author's line that the main thread is at, `path:line:column`, from another thread while a strategy's code does not
 * return. Pauses it for some milliseconds. Null outside an author's code, or without an answer in five seconds or `withinMs`.
 */
export function stuckLineOfMain(withinMs: number): Promise<string | null> {
  return lineWithin(Math.min(withinMs, ANSWER_MS_MAX), (take) => {
    const session = new Session();
    session.connectToMainThread();
    session.on('Debugger.scriptParsed', take);
    session.on('Debugger.paused', take);
    session.on('Debugger.resumed', take);
    return {
      post: (method) => {
        session.post(method);
      },
      close: () => {
        session.disconnect();
      },
    };
  });
}

/** As `stuckLineOfMain`, of a thread that the main one has started, which asks; null where another asks. */
export function stuckLineOf(threadId: number): Promise<string | null> {
  return lineWithin(ANSWER_MS_MAX, (take) => {
    const session = new Session();
    session.connect();
    let sessionId: string | null = null;
    const waiting: string[] = [];
    let last = 0;
    const post = (method: string): void => {
      if (sessionId === null) waiting.push(method);
      else {
        last += 1;
        const message = JSON.stringify({ id: last, method });
        session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      }
    };
    session.on('NodeWorker.attachedToWorker', ({ params }) => {
      // Its own number, not that of the thread, is what the inspector calls `workerId`.
      if (threadOf(params.workerInfo.title) !== threadId) return;
      ({ sessionId } = params);
      for (const method of waiting.splice(0)) post(method);
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
      if (params.sessionId === sessionId) take(JSON.parse(params.message) as Told);
    });
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return {
      post,
      close: () => {
        session.post('NodeWorker.disable');
        session.disconnect();
      },
    };
  });
}

/** Node entitles each thread `[worker 3]`, and its name. */
function threadOf(title: string): number {
  return Number(/^\[worker (\d+)\]/.exec(title)?.[1]);
}

/** A thread left paused stays so for ever. So the session closes once the thread resumes, and stays open where it never answered. */
function lineWithin(
  withinMs: number,
  inspect: (take: (told: Told) => void) => Inspected,
): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const answered = new AbortController();
  const urls = new Map<string, string>();
  const inspected = inspect(({ method, params = {} }) => {
    const { scriptId = '', url = '', callFrames = [] } = params;
    if (method === 'Debugger.scriptParsed') urls.set(scriptId, url);
    if (method === 'Debugger.resumed') inspected.close();
    if (method !== 'Debugger.paused') return;
    inspected.post('Debugger.resume');
    answered.abort();
    resolve(authorPlace(callFrames.map((frame) => placeOf(frame, urls))));
  });
  inspected.post('Debugger.enable');
  inspected.post('Debugger.pause');
  void wait(withinMs, answered.signal).then(() => {
    resolve(null);
  });
  return promise;
}

function placeOf({ location }: Frame, urls: ReadonlyMap<string, string>): CodePlace {
  const { scriptId, lineNumber, columnNumber = 0 } = location;
  return { url: urls.get(scriptId) ?? '', line: lineNumber + 1, column: columnNumber + 1 };
}
