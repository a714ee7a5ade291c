import {
  openLineLog,
  type LineLog,
  type LogLevel,
  type LogLine,
} from '../../adapters/logs/line-log.ts';
import { type AuditEntry, type AuditKind } from '../../audit/audit-entry.ts';
import { noticeOf } from '../../notices/notice.ts';
import { type Severity } from '../../notices/notice-kind.ts';
import { shownNotice, toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { secretsIn } from '../../settings/secrets-in.ts';
import { type Settings } from '../../settings/settings.ts';
import { logNameOf } from './log-place.ts';
import { type AccountBoard, type AccountStanding, type FollowedDay } from '../account-board.ts';

type EntryOf<Kind extends AuditKind> = Extract<AuditEntry, { readonly kind: Kind }>;
type Logged = EntryOf<'decided' | 'refused' | 'sent' | 'learned' | 'notice'>;

/** A log that follows an account. */
export interface AccountLog {
  /** Writes what waits. */
  readonly flush: () => Promise<void>;
  /** Leaves the account, and closes the log. */
  readonly close: () => Promise<void>;
}

/** What is logged, and where. */
export interface AccountLogOptions {
  readonly board: AccountBoard;
  /** Secrets anywhere in them are masked in every line. */
  readonly settings: Settings;
  readonly directory: string;
}

/** Logs what an account does from now on. Nothing waits for the log, and its failure is one notice. */
export function followWithLog({ board, settings, directory }: AccountLogOptions): AccountLog {
  const { account, mode, logs } = settings;
  const tell = (notice: Parameters<typeof toldAt>[1]): void => {
    const { day } = board;
    day?.note(toldAt(day.clock.nowMs(), notice));
  };
  const log = openLineLog({
    ...logs,
    directory,
    name: logNameOf(settings),
    base: { account, mode },
    // Settings are frozen: what is in them is all that there will be.
    secrets: once(() => secretsIn(settings)),
    onTrouble: (detail) => {
      tell(noticeOf('log-unwritable', null, { path: directory, detail }));
    },
    onRecovered: (linesLeftOut) => {
      tell(noticeOf('log-writable', null, { linesLeftOut }));
    },
  });
  const leave = board.follow({
    onStanding: (standing) => {
      // Not said yet.
      if (standing.sinceMs > 0) log.write(standingLine(standing));
    },
    onDay: (day) => followDay(day, log),
    onNotice: (notice) => {
      log.write(noticeLine(notice, null));
    },
  });
  return {
    flush: log.flush,
    close: () => {
      leave();
      return log.close();
    },
  };
}

function once(make: () => readonly string[]): () => readonly string[] {
  let made: readonly string[] | null = null;
  return () => (made ??= make());
}

function followDay({ date, clock, audit }: FollowedDay, log: LineLog): () => void {
  const edge = (message: string): LogLine => {
    return { level: 'info', atMs: clock.nowMs(), fields: { kind: 'day', date }, message };
  };
  log.write(edge(`The day ${date} begins`));
  const kinds = ['decided', 'refused', 'sent', 'learned', 'notice'] as const;
  const stop = audit.listen(kinds, (entry) => {
    log.write(entry.kind === 'notice' ? dayNoticeLine(entry) : lineOf(entry));
  });
  return () => {
    stop();
    log.write(edge(`The day ${date} ends`));
  };
}

function standingLine(standing: AccountStanding): LogLine {
  const { sinceMs: atMs, state, detail, ...rest } = standing;
  const fields = { kind: 'standing', state, ...rest };
  return { level: 'info', atMs, fields, message: detail === null ? state : `${state}: ${detail}` };
}

const LEVELS: Readonly<Record<Severity, LogLevel>> = {
  info: 'info',
  warning: 'warning',
  critical: 'critical',
};

function dayNoticeLine({ seq, atMs, notice }: EntryOf<'notice'>): LogLine {
  return noticeLine(toldAt(atMs, notice), seq);
}

/** `seq` is null of a notice between days, which is in no audit stream. */
function noticeLine(notice: ToldNotice, seq: number | null): LogLine {
  const { atMs } = notice;
  const { severity, code, facts, runId, message } = shownNotice(notice);
  const fields = { kind: 'notice', seq, code, runId, facts };
  return { level: LEVELS[severity], atMs, fields, message };
}

/** Requests and their answers at `info`; what strategies ask for, and what a notice says as well, at `debug`. */
function lineOf(entry: Exclude<Logged, { kind: 'notice' }>): LogLine {
  const { seq, atMs, kind, what } = entry;
  const runId = 'runId' in what ? what.runId : 'runId' in entry ? entry.runId : null;
  const fields = { kind, seq, runId, what };
  return { level: levelOf(entry), atMs, fields, message: messageOf(entry) };
}

function levelOf({ kind, what }: Exclude<Logged, { kind: 'notice' }>): LogLevel {
  if (kind === 'sent') return 'info';
  if (kind === 'refused') return 'debug';
  if (kind === 'decided') return ['command', 'intent'].includes(what.kind) ? 'debug' : 'info';
  if (what.kind !== 'outcome') return 'info';
  const { kind: outcome } = what.outcome as unknown as Outcome<unknown>;
  return outcome === 'accepted' ? 'info' : 'warning';
}

function messageOf({ kind, what }: Exclude<Logged, { kind: 'notice' }>): string {
  if (kind === 'sent') return `Sent ${what.attemptId}`;
  if (kind === 'refused') return `Refused: ${what.reason}`;
  if (kind === 'learned' && what.kind === 'outcome') return `Answer to ${what.attemptId}`;
  return `${kind === 'decided' ? 'Decided' : 'Learned'}: ${what.kind}`;
}
