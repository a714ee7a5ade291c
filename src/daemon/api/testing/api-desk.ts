import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AuditStream } from '../../../audit/audit-stream.ts';
import { DayPictureFold } from '../../../audit/day-picture.ts';
import { type EngineView, viewOf } from '../../../engine/engine-view.ts';

import { refusal } from '../../../venues/run-refusal.ts';
import { type LiveDesk } from '../../arming/live-desk.ts';
import { type StageDesk } from '../../stages/stage-desk.ts';
import { type StagedStrategy } from '../../stages/stages-today.ts';
import { ok } from '../../../base/result.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { noticeOf } from '../../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../../notices/told-notice.ts';
import { type ApiSettings } from '../../../settings/api-settings.ts';
import { AccountBoard, type FollowedDay } from '../../account-board.ts';
import { type DayRequest } from '../../control/control-request.ts';
import { ControlDirectory } from '../../control/control-directory.ts';
import { apiSocketOf, apiTokenFileOf } from '../api-place.ts';
import { readToken } from '../api-token.ts';
import { ControlApi } from '../control-api.ts';

/** What came back. */
export interface GotAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A request by hand: nothing is added to it but what Node must. */
export interface HandMade extends Pick<RequestOptions, 'method' | 'headers' | 'path' | 'port'> {
  readonly body?: string;
}

const NO_COSTS = { totalPaise: 0 } as ReturnType<FollowedDay['reckon']>['costs'];
const NOTHING_MADE = { legs: [], trades: 0, grossPaise: 0, costs: NO_COSTS, netPaise: 0 };

const CODE = { name: 'straddle', sourceHash: 's', paramsHash: 'p', platform: 'x' };
const STAGED: StagedStrategy = {
  name: 'straddle',
  code: CODE,
  standing: {
    ...{ stage: 'one-lot', goal: 'full', cleanDates: ['2026-10-29'], neededDays: 3 },
    changed: {
      ...{ kind: 'lowered', date: '2026-10-28', atMs: 1, ...CODE, from: 'full', to: 'one-lot' },
      ...{ cause: 'limit', detail: "the day's loss" },
    },
    lastDay: {
      ...{ kind: 'day', date: '2026-10-29', ...CODE, stage: 'one-lot', fills: 4, why: null },
    },
  },
};

/** A day that does what the operator asks by noting it. */
export class NotedDay implements FollowedDay {
  readonly date: IstDate;
  readonly clock: FollowedDay['clock'] = { nowMs: () => 1_000 };
  readonly audit = new AuditStream();
  readonly asked: DayRequest[] = [];
  readonly #fold = new DayPictureFold();
  books: EngineView = viewOf(null);
  /** What was asked of its live arming. */
  readonly armings: object[] = [];
  readonly live: LiveDesk = {
    standing: () => ok({ isNeeded: true, arming: null, missing: [] }),
    arm: (asked) => {
      this.armings.push(asked);
      return this.live.standing();
    },
    disarm: () => {
      this.armings.push({ disarm: true });
      return true;
    },
  };

  /** What was asked of its stages. */
  readonly staged: object[] = [];
  readonly stages: StageDesk = {
    standing: () => ok({ strategies: [STAGED], path: 'a.journal.stages', damage: null }),
    set: (asked) => {
      this.staged.push(asked);
      return asked.run === 'straddle'
        ? this.stages.standing()
        : refusal('usage', 'No strategy of this name has a stage', { found: asked.run });
    },
  };

  readonly blocks: NonNullable<FollowedDay['blocks']> = {
    after: () => [{ sequence: 1, date: this.date, entries: '{}', hash: 'h' }],
    hashAt: String,
  };

  constructor(date = '2026-10-30') {
    this.date = date;
    this.audit.listen(this.#fold.kinds, (entry) => {
      this.#fold.take(entry);
    });
  }

  readonly picture: FollowedDay['picture'] = () => {
    this.#fold.settle();
    return this.#fold.picture(this.audit.seq, this.books);
  };

  readonly reckon: FollowedDay['reckon'] = () => NOTHING_MADE;

  readonly ask: FollowedDay['ask'] = (asked) => {
    this.asked.push(asked);
    const told = toldAt(1_000, noticeOf('resolved', null, { name: asked.action, as: 'absent' }));
    this.note(told);
    return [told];
  };

  readonly note = (notice: ToldNotice): void => {
    this.audit.note(notice);
  };
}

/** An account with an API in a directory of its own. */
export class ApiDesk implements AsyncDisposable {
  readonly directory: string;
  readonly journalPath: string;
  /** There is none until a test makes it. */
  readonly logDirectory: string;
  readonly board = new AccountBoard({ account: 'default', mode: 'paper' });
  readonly api: ControlApi;
  token = '';

  constructor(
    settings: Partial<ApiSettings> = {},
    directory = mkdtempSync(join(tmpdir(), 'sauda-api-')),
  ) {
    this.directory = directory;
    this.journalPath = join(directory, 'a.journal');
    this.logDirectory = join(directory, 'logs');
    new ControlDirectory(this.journalPath);
    this.api = new ControlApi({
      board: this.board,
      journalPath: this.journalPath,
      log: { directory: this.logDirectory, name: 'default.paper' },
      settings: { enabled: true, port: 0, openProbes: false, ...settings },
    });
  }

  /** Opens the API, with a day where one is given. */
  async open(day: FollowedDay | null = null): Promise<this> {
    if (day !== null) this.board.openDay(day);
    await this.api.open();
    this.token = readToken(apiTokenFileOf(this.journalPath))?.reveal() ?? '';
    return this;
  }

  /** Sends a request through the socket, or to a port where one is named. */
  send({ body, headers = {}, ...options }: HandMade): Promise<GotAnswer> {
    const way =
      options.port === undefined
        ? { socketPath: apiSocketOf(this.journalPath) }
        : { host: '127.0.0.1' };
    return new Promise((resolve, reject) => {
      const sent = request({ ...way, headers, agent: false, ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Reads an answer that does not end until it says something, and leaves. */
  readUntil(
    path: string,
    said: RegExp,
    more: Readonly<Record<string, string>> = {},
  ): Promise<GotAnswer> {
    const headers = { authorization: `Bearer ${this.token}`, ...more };
    const socketPath = apiSocketOf(this.journalPath);
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          if (!said.test(text)) return;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          sent.destroy();
        });
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  /** Asks as an honest client does. */
  get(path: string): Promise<GotAnswer> {
    return this.send({ path, headers: { authorization: `Bearer ${this.token}` } });
  }

  /** Posts as an honest client does; `more` replaces headers. */
  post(
    path: string,
    body: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<GotAnswer> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-its-own',
      ...more,
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send({ path, method: 'POST', headers, body: text });
  }

  /** Ends the API and takes the directory away. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.api.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
