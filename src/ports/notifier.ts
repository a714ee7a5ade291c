import { type Result } from '../base/result.ts';
import { type Mode } from '../model/runs/run.ts';

/** How much an alert matters: `critical` needs a person now, `warning` today, `info` not at all. */
export type AlertSeverity = 'info' | 'warning' | 'critical';

/** What is sent of an alert. Plain JSON, without secrets. */
export interface AlertMessage {
  /**
   * - fired: something is wrong.
   * - repeated: it still is, and no one has acknowledged it.
   * - cleared: it is over.
   * - summary: several alerts were left out, since too many came at once.
   * - test: the operator tries the channel.
   */
  readonly kind: 'fired' | 'repeated' | 'cleared' | 'summary' | 'test';
  /** Of the alert, as `sauda alerts ack` takes it; empty where it is of none. */
  readonly id: string;
  /** One of `docs/alerts.md`: what programs go by. */
  readonly code: string;
  readonly severity: AlertSeverity;
  readonly account: string;
  readonly mode: Mode;
  /** Null where it is of no run. */
  readonly runId: string | null;
  /** When it happened, epoch milliseconds. */
  readonly atMs: number;
  /** Account, mode and what happened, in one line. */
  readonly title: string;
  /** What to do now, in one line. */
  readonly action: string;
}

/** Why a message was not delivered, for certain or perhaps. */
export interface DeliveryFailure {
  /**
   * - not-sent: no connection, or what it needs is unusable.
   * - timeout: no complete answer in time; it may have arrived.
   * - refused: the other side said no.
   * - redirected: the other side named another address, which is never followed.
   */
  readonly reason: 'not-sent' | 'timeout' | 'refused' | 'redirected';
  /** One line for people, without secrets. */
  readonly detail: string;
  /** Whether another try may succeed. */
  readonly isPassing: boolean;
}

/** One way to reach a person. It never throws and never waits longer than its own time limit. */
export interface Notifier {
  /** Delivers one message. */
  readonly send: (message: AlertMessage) => Promise<Result<null, DeliveryFailure>>;
}
