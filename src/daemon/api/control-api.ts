import { type RequestListener } from 'node:http';

import { getRequestListener } from '@hono/node-server';

import { monotonicMs, systemClock, wait } from '../../adapters/system/machine-time.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { noticeOf } from '../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type ApiSettings } from '../../settings/api-settings.ts';
import { type AccountBoard } from '../account-board.ts';
import { type LogSource } from '../logs/read-log.ts';
import { apiSocketOf, apiTokenFileOf } from './api-place.ts';
import { RefusalCounts } from './api-problem.ts';
import { ApiToken } from './api-token.ts';
import { createControlApp, type Probes } from './control-app.ts';
import { EventFeed } from './events/event-feed.ts';
import { pictureShown } from './events/event-schema.ts';
import { type Listening, listenOnPort, listenOnSocket } from './listen-locally.ts';
import { LogStreams } from './logs/log-streams.ts';
import { RecentPicture } from './recent-picture.ts';
import { type ApiDoor, doorAt, SOCKET_DOOR, whyRefused } from './refuse-request.ts';
import { sendProblem } from './send-problem.ts';
import { type WhyDesk } from './why-routes.ts';

/** Routers and proxies forget a silent line sooner or later. */
const BEAT_EVERY_MS = 15_000;

/** What the API of an account's process is made of. */
export interface ControlApiOptions {
  readonly board: AccountBoard;
  /** The account's journal: socket and token are in the directory beside it. */
  readonly journalPath: string;
  readonly settings: ApiSettings;
  /** Shows a notice to whoever started the program, while no day is open. @default only the board has it */
  readonly onNotice?: (notice: ToldNotice) => void;
  /** What monitors are answered from. @default none: those routes are not there */
  readonly probes?: Probes;
  /** Who answers questions about decisions. @default no one */
  readonly why?: WhyDesk;
  /** What the process logs. @default nothing */
  readonly log?: LogSource | null;
}

/**
 * The control API of an account's process.
 *
 * States: made (nothing listens), open (from `open`, or from where the account first stands on the board), closed. It must be opened by a
 * process that has the lock of the account, as it takes the place of a socket that another one left. What fails in it is a
 * notice, and requests by files still reach the program.
 */
export class ControlApi {
  readonly #options: ControlApiOptions;
  readonly #token = new ApiToken();
  readonly #listener: (door: ApiDoor) => RequestListener;
  readonly #feed: EventFeed;
  readonly #logs = new LogStreams();
  readonly #closed = new AbortController();
  readonly #stopFollowing: () => void;
  #opening: Promise<void> | null = null;
  readonly #listening: Listening[] = [];

  constructor(options: ControlApiOptions) {
    const { board } = options;
    this.#options = options;
    const refusals = new RefusalCounts();
    this.#feed = new EventFeed({
      board,
      pictureOf: (day) => pictureShown(day.date, day.picture()),
    });
    const app = createControlApp({
      account: {
        board,
        recent: new RecentPicture(board, monotonicMs),
        refusals,
        readers: () => this.#feed.readers,
        log: options.log ?? null,
      },
      token: this.#token,
      feed: this.#feed,
      logs: this.#logs,
      why: options.why ?? null,
      probes: options.probes ?? null,
      openProbes: options.settings.openProbes,
      nowMs: () => systemClock.nowMs(),
      onFailure: (error) => {
        this.#tell('answer', error);
      },
    });
    const answer = getRequestListener(app.fetch, {
      // The globals that it would replace are those that strategies see.
      overrideGlobalObjects: false,
    });
    this.#listener = (door) => (request, response) => {
      const code = whyRefused(request, door, this.#token);
      if (code === null) {
        void answer(request, response);
        return;
      }
      refusals.add(code);
      sendProblem(response, { code });
    };
    this.#stopFollowing = board.follow({
      onStanding: ({ state, sinceMs }) => {
        // Before it has stood anywhere, and while it stands by, its process does not have the lock.
        if (sinceMs > 0 && state !== 'stopped' && state !== 'standing-by') void this.open();
      },
      onDay: () => {
        void this.open();
        return () => undefined;
      },
    });
  }

  /** Listens from now on. Once done, or once it failed, calling it again changes nothing. */
  async open(): Promise<void> {
    this.#opening ??= this.#listen();
    await this.#opening;
  }

  /** The TCP port; null where there is none. */
  get port(): number | null {
    return this.#listening.find(({ port }) => port !== null)?.port ?? null;
  }

  /** Ends every connection, and takes socket and token away. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#stopFollowing();
    this.#feed.close();
    this.#logs.close();
    await this.#opening;
    await Promise.all(this.#listening.splice(0).map(({ close }) => close()));
    this.#token.remove(apiTokenFileOf(this.#options.journalPath));
  }

  async #listen(): Promise<void> {
    const { journalPath, settings } = this.#options;
    if (this.#closed.signal.aborted) return;
    void this.#beat();
    try {
      // Before the socket, so that whoever finds that can use it.
      this.#token.write(apiTokenFileOf(journalPath));
      const socket = apiSocketOf(journalPath);
      this.#listening.push(await listenOnSocket(socket, this.#listener(SOCKET_DOOR)));
    } catch (error) {
      this.#tell('socket', error);
    }
    if (settings.port === null) return;
    try {
      const at = await listenOnPort(settings.port, (port) => this.#listener(doorAt(port)));
      this.#listening.push(at);
    } catch (error) {
      this.#tell('port', error);
    }
  }

  async #beat(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await wait(BEAT_EVERY_MS, signal);
      this.#feed.beat();
      this.#logs.beat();
    }
  }

  #tell(what: 'socket' | 'port' | 'answer', error: unknown): void {
    const { board, onNotice, settings } = this.#options;
    const { day, standing } = board;
    const port = what === 'port' ? settings.port : null;
    const notice = noticeOf('api-fails', null, { what, port, detail: whyUnreadable(error) });
    const told = toldAt(day?.clock.nowMs() ?? standing.sinceMs, notice);
    board.note(told);
    if (day === null) onNotice?.(told);
  }
}
