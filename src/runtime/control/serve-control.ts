import { wait } from '../../adapters/system/wait.ts';
import { whyUnreadable } from '../../base/why-unreadable.ts';
import { type OperatorRequest } from '../../model/operator-request.ts';
import { type Notice } from '../notice.ts';
import { type ControlDirectory } from './control-directory.ts';
import { type ControlAnswer } from './control-request.ts';

/** Who does what is asked by files. */
export interface ControlServer {
  readonly directory: ControlDirectory;
  /** Does what the operator asks, durably, and gives what was told meanwhile. */
  readonly ask: (request: OperatorRequest) => readonly Notice[];
  readonly status: () => object;
  /** Told of a request that is none, or of a directory that cannot be read. */
  readonly onProblem: (message: string) => void;
}

const LOOK_EVERY_MS = 200;

/** Takes what was left while no program ran, then looks for more until stopped. */
export function serveControl(server: ControlServer): () => void {
  const ended = new AbortController();
  let isUnreadable = false;
  const look = (): void => {
    try {
      takeAll(server);
      isUnreadable = false;
    } catch (error) {
      if (!isUnreadable) {
        server.onProblem(`The control directory cannot be used: ${whyUnreadable(error)}`);
      }
      isUnreadable = true;
    }
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

function takeAll(server: ControlServer): void {
  const { directory, ask, status, onProblem } = server;
  for (const { id, request } of directory.take()) {
    if (!request.ok) {
      onProblem(`A request of the operator was refused: ${request.error}`);
      const message = `Refused: ${request.error}`;
      answer(server, id, { told: [{ severity: 'warning', message }], status: status() });
      continue;
    }
    const asked = request.value;
    const told = asked.action === 'status' ? [] : ask(asked);
    answer(server, id, {
      told: told.map(({ severity, message }) => ({ severity, message })),
      status: status(),
    });
  }
}

/** What was asked is done: an answer that cannot be left, as on a full disk, keeps nothing else from being done. */
function answer({ directory, onProblem }: ControlServer, id: string, of: ControlAnswer): void {
  try {
    directory.answer(id, of);
  } catch (error) {
    onProblem(`An answer for the operator cannot be left: ${whyUnreadable(error)}`);
  }
}
