import { type AlertMessage, type AlertSeverity } from '../../ports/notifier.ts';

/** That something is wrong, or has happened, and wants a person. Plain JSON. */
export interface AlertSignal {
  /** Its code and what tells it from others of that code: the same key is the same alert. */
  readonly key: string;
  /** One of `docs/alerts.md`. */
  readonly code: string;
  readonly severity: AlertSeverity;
  /** Null where it is of no run. */
  readonly runId: string | null;
  /** What happened, for people. */
  readonly what: string;
  /** What to do now, for people. */
  readonly action: string;
  /**
   * - clears: it ends by itself once what is wrong is over.
   * - happened: nothing ends it but the operator, or the next trading day.
   */
  readonly lasts: 'clears' | 'happened';
  /** Reported once and not again: no one has to do anything. @default false */
  readonly isToldOnce?: boolean;
  /** The channel that it is about, which cannot deliver it; null for none. */
  readonly notVia: string | null;
}

/** An alert that has not ended, or has ended and is not forgotten yet. Plain JSON. */
export interface Alert extends AlertSignal {
  /** How the operator names it. */
  readonly id: string;
  /**
   * - firing: reported, and reported again until someone acknowledges it.
   * - acknowledged: quiet until it ends or gets worse.
   * - cleared: over; kept while its all clear is due, and as long as it must stay quiet if it comes back.
   */
  readonly state: 'firing' | 'acknowledged' | 'cleared';
  readonly sinceMs: number;
  /** How often it was raised since then. */
  readonly times: number;
  /** How often it was reported since then; an all clear is due only after the first. */
  readonly calls: number;
  /** When it was last reported at each severity, also before it last ended. */
  readonly calledAtMs: Readonly<Partial<Record<AlertSeverity, number>>>;
  readonly clearedAtMs: number | null;
  /** When its last all clear was sent. */
  readonly allClearAtMs: number | null;
  readonly acknowledged: { readonly atMs: number; readonly reason: string } | null;
}

/** What is to be sent of an alert, or of several. */
export interface AlertDelivery {
  readonly kind: AlertMessage['kind'];
  readonly severity: AlertSeverity;
  /** Null for a summary. */
  readonly alert: Alert | null;
  /** Of a summary: how many it stands for. */
  readonly leftOut: number;
}

/** How quiet alerts are. */
export interface AlertPace {
  /** How long after a report the next one comes while no one acknowledges it; the last one repeats. At least `QUIET_MS`. */
  readonly repeatsMs: readonly number[];
  /** Most deliveries in any minute; what is beyond is one summary. */
  readonly perMinuteMax: number;
}

/** The same alert is reported at one severity, and cleared, at most once in this time. */
export const QUIET_MS = 5 * 60_000;

const RANKS: Readonly<Record<AlertSeverity, number>> = { info: 0, warning: 1, critical: 2 };

/** Whether a severity is at least another. */
export function isAtLeast(severity: AlertSeverity, least: AlertSeverity): boolean {
  return RANKS[severity] >= RANKS[least];
}
