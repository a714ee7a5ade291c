import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { COUNTERS, DURATION_BUCKETS, GAUGES, HISTOGRAMS, type MetricKind } from './metric-table.ts';

type Labels = Readonly<Record<string, string>>;

/** Every metric of the table in a registry of its own: nothing that is loaded beside sauda adds to it. */
export class MetricSet {
  readonly registry = new Registry();
  readonly #counters = new Map<string, Counter>();
  readonly #gauges = new Map<string, Gauge>();
  readonly #histograms = new Map<string, Histogram>();

  constructor() {
    for (const [name, kind] of Object.entries(COUNTERS)) {
      this.#counters.set(name, new Counter(this.#described(name, kind)));
    }
    for (const [name, kind] of Object.entries(GAUGES)) {
      this.#gauges.set(name, new Gauge(this.#described(name, kind)));
    }
    for (const [name, kind] of Object.entries(HISTOGRAMS)) {
      const buckets = [...DURATION_BUCKETS];
      this.#histograms.set(name, new Histogram({ ...this.#described(name, kind), buckets }));
    }
  }

  /** Adds to a counter; 0 makes it known, so that its first increase is one. */
  count(name: keyof typeof COUNTERS, labels: Labels = {}, by = 1): void {
    this.#counters.get(name)?.inc(labels, by);
  }

  /** Sets a gauge. */
  set(name: keyof typeof GAUGES, value: number, labels: Labels = {}): void {
    this.#gauges.get(name)?.set(labels, value);
  }

  /** Removes every gauge, so that what is not set again is absent. */
  clearGauges(): void {
    for (const [name, gauge] of this.#gauges) {
      gauge.reset();
      const { labels = [] }: MetricKind = GAUGES[name as keyof typeof GAUGES];
      // Without labels a reset one would be 0.
      if (labels.length === 0) gauge.remove();
    }
  }

  /** Adds a duration. */
  observe(name: keyof typeof HISTOGRAMS, seconds: number, labels: Labels): void {
    this.#histograms.get(name)?.observe(labels, seconds);
  }

  #described(
    name: string,
    { help, labels = [] }: MetricKind,
  ): { name: string; help: string; labelNames: string[]; registers: Registry[] } {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }
}
