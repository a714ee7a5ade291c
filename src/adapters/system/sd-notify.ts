import { spawn } from 'node:child_process';

/** How systemd is reached. */
export interface SdNotifyOptions {
  /** Value of NOTIFY_SOCKET. */
  readonly socket: string;
  /** @default 'systemd-notify', of systemd itself */
  readonly program?: string;
  /** Called once if it cannot be reached. */
  readonly onTrouble: (detail: string) => void;
}

/** A message of sd_notify(3). */
type Variable = 'READY' | 'STATUS' | 'WATCHDOG' | 'STOPPING';

/** A program that hangs is ended after so long, real milliseconds. */
const WITHIN_MS = 5_000;

/**
 * Tells systemd by its own program: NOTIFY_SOCKET is a datagram socket, which Node cannot open. The unit needs
 * `NotifyAccess=all`. One message at a time; of those that wait, the last of each variable counts, so at most four do. Nothing
 * waits for it, and nothing that it does throws into the caller.
 */
export class SdNotify {
  readonly #options: SdNotifyOptions;
  readonly #waiting = new Map<Variable, string>();
  #isUnderWay = false;
  #hasTrouble = false;

  constructor(options: SdNotifyOptions) {
    this.#options = options;
  }

  /** Sends a variable; line breaks become spaces. */
  tell(variable: Variable, value = '1'): void {
    this.#waiting.set(variable, value.replaceAll(/[\r\n]+/g, ' '));
    this.#next();
  }

  #next(): void {
    const [first] = this.#waiting;
    if (this.#isUnderWay || first === undefined) return;
    const [variable, value] = first;
    this.#waiting.delete(variable);
    this.#isUnderWay = true;
    const { program = 'systemd-notify', socket } = this.#options;
    const child = spawn(program, [`${variable}=${value}`], {
      stdio: 'ignore',
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', NOTIFY_SOCKET: socket },
    });
    child.on('error', (error) => {
      this.#ended(error.message);
    });
    child.on('exit', (code) => {
      this.#ended(code === 0 ? null : `${program} ended with ${String(code ?? 'a signal')}`);
    });
    child.unref();
  }

  #ended(trouble: string | null): void {
    if (trouble !== null && !this.#hasTrouble) {
      this.#hasTrouble = true;
      this.#options.onTrouble(trouble);
    }
    this.#isUnderWay = false;
    this.#next();
  }
}
