import { dirname } from 'node:path';

import { bytesOfFiles, freeBytesAt } from '../../adapters/system/disk-use.ts';
import { monotonicMs } from '../../adapters/system/machine-time.ts';
import { ProcessLoadWatch } from '../../adapters/system/process-load.ts';
import { type AccountBoard } from '../account-board.ts';
import { type SentAlert } from '../alerts/sent-alert.ts';
import { AccountHealth, type Health, type HealthOptions } from './account-health.ts';
import { DayCounts } from './day-counts.ts';
import { MetricSet } from './metric-set.ts';
import { RunLabels } from './run-labels.ts';
import { SendCounts } from './send-counts.ts';
import { type GaugeTarget, setStanding } from './standing-gauges.ts';

/** What probes and scrapes are answered from. */
export interface AccountMetrics {
  /** The page that Prometheus reads. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  /** Whether the process makes progress: restart it where not. */
  readonly healthz: () => Health;
  /** Whether it can trade, or waits for the day on which it will. */
  readonly readyz: () => Health;
  /** Every metric by name, as the page has them. */
  readonly names: () => readonly string[];
  /** Counts a try to deliver an alert. */
  readonly noteSend: (sent: SentAlert) => void;
  readonly close: () => void;
}

/** What is measured. */
export interface AccountMetricsOptions extends Omit<HealthOptions, 'board' | 'monotonicMs'> {
  readonly board: AccountBoard;
  readonly build: string;
  /** Null where the account keeps none. */
  readonly journalPath: string | null;
}

/** Counts and measures an account from now on; nothing of it is in the way of an order. */
export function createAccountMetrics(options: AccountMetricsOptions): AccountMetrics {
  const { board } = options;
  const metrics = new MetricSet();
  const target: GaugeTarget = { metrics, runs: new RunLabels() };
  const load = new ProcessLoadWatch();
  const sends = new SendCounts(metrics);
  const health = new AccountHealth({ ...options, monotonicMs });
  const leave = board.follow(new DayCounts(metrics, target.runs));
  const setLoad = loadSetter(load, metrics);
  return {
    metrics: async () => {
      const disk = await diskOf(options.journalPath);
      metrics.clearGauges();
      metrics.set('sauda_build_info', 1, labelsOf(options));
      setStanding(board, target);
      setLoad();
      sends.setLast();
      metrics.set('sauda_ready', health.readyz().ok ? 1 : 0);
      if (disk.journalBytes !== null) metrics.set('sauda_journal_bytes', disk.journalBytes);
      if (disk.freeBytes !== null) metrics.set('sauda_disk_free_bytes', disk.freeBytes);
      const { registry } = metrics;
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
    healthz: () => health.healthz(),
    readyz: () => health.readyz(),
    names: () => metrics.registry.getMetricsAsArray().map(({ name }) => name),
    noteSend: (sent) => {
      sends.note(sent);
    },
    close: () => {
      leave();
      load.close();
    },
  };
}

function labelsOf({
  build,
  board: { account, mode },
}: AccountMetricsOptions): Readonly<Record<'build' | 'account' | 'mode', string>> {
  return { build, account, mode };
}

/** Sets what the process uses. Its processor time is counted on from the reading before. */
function loadSetter(load: ProcessLoadWatch, metrics: MetricSet): () => void {
  let countedMs = 0;
  return () => {
    const { residentBytes, cpuMs, loopLag } = load.read();
    const { medianMs, p99Ms, maxMs } = loopLag;
    metrics.count('sauda_process_cpu_seconds_total', {}, Math.max(0, cpuMs - countedMs) / 1_000);
    countedMs = cpuMs;
    metrics.set('sauda_process_resident_bytes', residentBytes);
    for (const [quantile, lagMs] of [
      ['0.5', medianMs],
      ['0.99', p99Ms],
      ['1', maxMs],
    ] as const) {
      metrics.set('sauda_event_loop_lag_seconds', lagMs / 1_000, { quantile });
    }
  };
}

async function diskOf(
  journalPath: string | null,
): Promise<{ readonly journalBytes: number | null; readonly freeBytes: number | null }> {
  if (journalPath === null) return { journalBytes: null, freeBytes: null };
  const [journalBytes, freeBytes] = await Promise.all([
    bytesOfFiles([journalPath, `${journalPath}-wal`]),
    freeBytesAt(dirname(journalPath)),
  ]);
  return { journalBytes, freeBytes };
}
