import { monotonicMs, wait } from '../../adapters/system/machine-time.ts';
import { SdNotify } from '../../adapters/system/sd-notify.ts';
import { istClock, istDate } from '../../model/time/ist.ts';
import { type AccountBoard, type AccountStanding } from '../account-board.ts';
import { WatchedProgress } from './watched-progress.ts';

/** What systemd has put into the environment, and what is to be followed. */
export interface NotifySystemdOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly board: AccountBoard;
  /** Ends the process. */
  readonly signal: AbortSignal;
  /** Called once if systemd cannot be reached. */
  readonly onTrouble: (detail: string) => void;
}

/** Keeps systemd informed. */
export interface SystemdNotices {
  /** To be called whenever the process looks at its clock or its day. */
  readonly beat: () => void;
  readonly close: () => void;
}

const NONE: SystemdNotices = { beat: () => undefined, close: () => undefined };

/** Tells systemd that the process is ready, what it does, and that it makes progress; nothing where systemd does not ask. */
export function notifySystemd(options: NotifySystemdOptions): SystemdNotices {
  const { environment, board, signal, onTrouble } = options;
  const { NOTIFY_SOCKET: socket = '', WATCHDOG_USEC: watchdogUs = '' } = environment;
  if (socket === '') return NONE;
  const notify = new SdNotify({ socket, onTrouble });
  const watchdogMs = Number(watchdogUs) / 1_000;
  const progress = new WatchedProgress(monotonicMs);
  let isReady = false;
  const leave = board.follow({
    onStanding: (standing) => {
      progress.stand(standing.state);
      notify.tell('STATUS', statusText(standing));
      // The first standing is the board's own: nothing has been done yet.
      if (isReady || standing.sinceMs === 0) return;
      isReady = true;
      notify.tell('READY');
    },
  });
  const stopping = (): void => {
    notify.tell('STOPPING');
  };
  // At once: between days the process ends before a second message could leave.
  signal.addEventListener('abort', stopping, { once: true });
  const ended = new AbortController();
  if (watchdogMs > 0) void watch(watchdogMs, { progress, notify, signal: ended.signal });
  return {
    beat: () => {
      progress.beat();
    },
    close: () => {
      ended.abort();
      signal.removeEventListener('abort', stopping);
      leave();
    },
  };
}

interface Watching {
  readonly progress: WatchedProgress;
  readonly notify: SdNotify;
  readonly signal: AbortSignal;
}

/** Twice in each interval, as sd_watchdog_enabled(3) wants it. */
async function watch(everyMs: number, { progress, notify, signal }: Watching): Promise<void> {
  while (!signal.aborted) {
    if (progress.isMade(everyMs)) notify.tell('WATCHDOG');
    await wait(everyMs / 2, signal);
  }
}

function statusText({ state, date, opensAtMs }: AccountStanding): string {
  const day = date === null ? '' : `: the day ${date}`;
  const opens =
    opensAtMs === null ? '' : `, opens ${istDate(opensAtMs)} ${istClock(opensAtMs)} IST`;
  return `${state}${day}${opens}`;
}
