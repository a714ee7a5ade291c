import { CHANNEL_KINDS, SEND_OUTCOMES, type SentAlert } from '../alerts/sent-alert.ts';
import { type MetricSet } from './metric-set.ts';

/** Counts what channels of alerts deliver, by their kinds: names and addresses of channels are never labels. */
export class SendCounts {
  readonly #metrics: MetricSet;
  readonly #deliveredAtMs = new Map<SentAlert['kind'], number>();

  constructor(metrics: MetricSet) {
    this.#metrics = metrics;
    for (const kind of CHANNEL_KINDS) {
      for (const outcome of SEND_OUTCOMES) this.#count({ kind, outcome }, 0);
    }
  }

  /** Takes one try. */
  note({ kind, outcome, atMs }: SentAlert): void {
    this.#count({ kind, outcome }, 1);
    if (outcome === 'delivered') this.#deliveredAtMs.set(kind, atMs);
  }

  /** Sets when each kind last delivered; one that never did is absent. */
  setLast(): void {
    for (const [kind, atMs] of this.#deliveredAtMs) {
      this.#metrics.set('sauda_alert_last_delivery_timestamp_seconds', atMs / 1_000, { kind });
    }
  }

  #count(labels: Pick<SentAlert, 'kind' | 'outcome'>, by: number): void {
    this.#metrics.count('sauda_alert_sends_total', labels, by);
  }
}
