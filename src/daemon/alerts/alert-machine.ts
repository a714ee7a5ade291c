import {
  type Alert,
  type AlertDelivery,
  type AlertPace,
  type AlertSignal,
  isAtLeast,
  QUIET_MS,
} from './alert.ts';

/** Alerts that are kept at one time; more are only counted in a summary. */
const ALERTS_MAX = 500;
const MINUTE_MS = 60_000;

/** What a machine remembers across restarts. Plain JSON. */
export interface AlertsKept {
  /** Of the last alert. */
  readonly number: number;
  readonly alerts: readonly Alert[];
}

/**
 * Decides what is sent of alerts, and when; time is an argument.
 *
 * - firing: reported at once, unless it was within `QUIET_MS`; then again after 5, 15, 60 … minutes, but for what is reported once.
 *   Ends by `clear` or `acknowledge`. One that gets worse is reported at once.
 * - acknowledged: nothing is sent until it ends or gets worse. One that `happened` ends by it.
 * - cleared: an all clear is sent if it was ever reported, at most one within `QUIET_MS`; then it is forgotten.
 *
 * What holds: no alert is reported twice at one severity within `QUIET_MS`; each that was reported gets its all clear or
 * is not over; no channel's failure changes any of it.
 */
export class AlertMachine {
  readonly #pace: AlertPace;
  readonly #alerts: Map<string, Alert>;
  #number: number;
  #sentAtMs: readonly number[] = [];
  #leftOut: { readonly count: number; readonly severity: Alert['severity'] } = NONE_LEFT_OUT;
  #summaryAtMs: number | null = null;

  constructor(pace: AlertPace, kept: AlertsKept = { number: 0, alerts: [] }) {
    this.#pace = pace;
    this.#number = kept.number;
    this.#alerts = new Map(kept.alerts.map((alert) => [alert.key, alert]));
  }

  /** Those that have not ended, oldest first. */
  get standing(): readonly Alert[] {
    return [...this.#alerts.values()].filter(({ state }) => state !== 'cleared');
  }

  /** What must outlast a restart. */
  get kept(): AlertsKept {
    return { number: this.#number, alerts: [...this.#alerts.values()] };
  }

  /** Takes that something is wrong, or still is. */
  raise(signal: AlertSignal, nowMs: number): void {
    const known = this.#alerts.get(signal.key);
    if (known !== undefined) {
      this.#alerts.set(signal.key, raisedAgain(known, signal, { nowMs, id: () => this.#nextId() }));
      return;
    }
    if (this.#alerts.size >= ALERTS_MAX) {
      this.leaveOut(signal.severity);
      return;
    }
    this.#alerts.set(signal.key, {
      ...signal,
      id: this.#nextId(),
      state: 'firing',
      sinceMs: nowMs,
      times: 1,
      calls: 0,
      calledAtMs: {},
      clearedAtMs: null,
      allClearAtMs: null,
      acknowledged: null,
    });
  }

  /** Takes that it is over. */
  clear(key: string, nowMs: number): void {
    const alert = this.#alerts.get(key);
    if (alert === undefined || alert.state === 'cleared') return;
    this.#alerts.set(key, { ...alert, state: 'cleared', clearedAtMs: nowMs });
  }

  /** Takes that the operator knows. False where no such alert stands. */
  acknowledge(id: string, reason: string, nowMs: number): boolean {
    const alert = this.standing.find((other) => other.id === id);
    if (alert === undefined) return false;
    const acknowledged = { ...alert, acknowledged: { atMs: nowMs, reason } };
    this.#alerts.set(
      alert.key,
      alert.lasts === 'happened'
        ? { ...acknowledged, state: 'cleared', clearedAtMs: nowMs }
        : { ...acknowledged, state: 'acknowledged' },
    );
    return true;
  }

  /** What is to be sent now: the worst that fires first, then the oldest. Each is handed out once. */
  due(nowMs: number): readonly AlertDelivery[] {
    this.#sentAtMs = this.#sentAtMs.filter((atMs) => msSince(atMs, nowMs) < MINUTE_MS);
    const deliveries: AlertDelivery[] = [];
    for (const alert of [...this.#alerts.values()].sort((a, b) => urgencyOf(b) - urgencyOf(a))) {
      const delivery = this.#dueOf(alert, nowMs);
      if (delivery === null) continue;
      if (this.#sentAtMs.length < this.#pace.perMinuteMax) {
        this.#sentAtMs = [...this.#sentAtMs, nowMs];
        deliveries.push(delivery);
      } else {
        this.leaveOut(delivery.severity);
      }
    }
    this.#forget(nowMs);
    return [...deliveries, ...this.#summary(nowMs)];
  }

  #dueOf(alert: Alert, nowMs: number): AlertDelivery | null {
    const { state, severity, calls } = alert;
    if (state === 'acknowledged') return null;
    if (state === 'cleared') {
      if (!isAllClearDue(alert, nowMs)) return null;
      this.#alerts.set(alert.key, { ...alert, calls: 0, allClearAtMs: nowMs });
      return { kind: 'cleared', severity, alert, leftOut: 0 };
    }
    if (!this.#isCallDue(alert, nowMs)) return null;
    const called = {
      ...alert,
      calls: calls + 1,
      calledAtMs: { ...alert.calledAtMs, [severity]: nowMs },
    };
    this.#alerts.set(alert.key, called);
    return { kind: calls === 0 ? 'fired' : 'repeated', severity, alert: called, leftOut: 0 };
  }

  #isCallDue(alert: Alert, nowMs: number): boolean {
    const { severity, calls, calledAtMs, isToldOnce = false } = alert;
    if (isToldOnce && calls > 0) return false;
    const { repeatsMs } = this.#pace;
    const waitMs = calls === 0 ? QUIET_MS : repeatsMs[Math.min(calls, repeatsMs.length) - 1];
    return msSince(calledAtMs[severity] ?? null, nowMs) >= Math.max(waitMs ?? QUIET_MS, QUIET_MS);
  }

  /** Counts one that is not kept: it is part of the next summary. */
  leaveOut(severity: Alert['severity']): void {
    const worst = isAtLeast(severity, this.#leftOut.severity) ? severity : this.#leftOut.severity;
    this.#leftOut = { count: this.#leftOut.count + 1, severity: worst };
  }

  #summary(nowMs: number): readonly AlertDelivery[] {
    const { count, severity } = this.#leftOut;
    if (count === 0 || msSince(this.#summaryAtMs, nowMs) < MINUTE_MS) return [];
    this.#leftOut = NONE_LEFT_OUT;
    this.#summaryAtMs = nowMs;
    return [{ kind: 'summary', severity, alert: null, leftOut: count }];
  }

  /** What is over, has sent its all clear and need not stay quiet any more. */
  #forget(nowMs: number): void {
    for (const [key, { state, calls, calledAtMs, allClearAtMs }] of this.#alerts) {
      if (state !== 'cleared' || calls > 0) continue;
      const lastMs = [...Object.values(calledAtMs), allClearAtMs ?? -Infinity];
      if (lastMs.every((atMs) => msSince(atMs, nowMs) >= QUIET_MS)) this.#alerts.delete(key);
    }
  }

  #nextId(): string {
    this.#number += 1;
    return `a${String(this.#number)}`;
  }
}

/** Of a flood only the first are sent one by one: no all clear, and nothing that is less severe, takes the place of a call. */
function urgencyOf({ state, severity }: Alert): number {
  if (state === 'cleared') return 0;
  return severity === 'critical' ? 2 : 1;
}

const NONE_LEFT_OUT = { count: 0, severity: 'info' } as const;

function isAllClearDue({ calls, allClearAtMs }: Alert, nowMs: number): boolean {
  return calls > 0 && msSince(allClearAtMs, nowMs) >= QUIET_MS;
}

/** How long ago; what lies ahead was noted before the clock was set back, and delays nothing. */
function msSince(atMs: number | null, nowMs: number): number {
  return atMs === null || atMs > nowMs ? Infinity : nowMs - atMs;
}

function raisedAgain(
  known: Alert,
  signal: AlertSignal,
  { nowMs, id }: { readonly nowMs: number; readonly id: () => string },
): Alert {
  // Its all clear was sent, or none was due: this is another one.
  if (known.state === 'cleared' && known.calls === 0) {
    const { calledAtMs, allClearAtMs } = known;
    const fresh = { state: 'firing', sinceMs: nowMs, times: 1, calls: 0 } as const;
    const past = { calledAtMs, allClearAtMs, clearedAtMs: null, acknowledged: null };
    return { ...signal, id: id(), ...fresh, ...past };
  }
  const isWorse = !isAtLeast(known.severity, signal.severity);
  const isNews = isWorse || (known.state === 'cleared' && signal.lasts === 'happened');
  return {
    ...known,
    ...signal,
    // What an alert was reported at stays its severity until it ends.
    severity: isWorse ? signal.severity : known.severity,
    // What is looked at again and again happened once.
    times: known.times + (signal.lasts === 'happened' ? 1 : 0),
    state: isNews ? 'firing' : stateBefore(known),
    clearedAtMs: null,
    acknowledged: isNews ? null : known.acknowledged,
  };
}

/** How it stood before it ended for a moment. */
function stateBefore({ state, acknowledged }: Alert): Alert['state'] {
  if (state !== 'cleared') return state;
  return acknowledged === null ? 'firing' : 'acknowledged';
}
