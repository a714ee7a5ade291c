import { type EngineView } from '../../engine/engine-view.ts';
import { isWorking } from '../../model/orders/order-machine.ts';
import { type HostProcesses } from '../../ports/run-host.ts';
import {
  type AccountBoard,
  type AccountStanding,
  type FollowedDay,
  SERVED_STATES,
} from '../account-board.ts';
import { FOLLOWING } from '../standby/standbys.ts';
import { type MetricSet } from './metric-set.ts';
import { type RunLabels } from './run-labels.ts';

const STANDBY_STATES = [...FOLLOWING, 'gone'] as const;
const HALTS = ['active', 'reducing', 'halted'] as const;
const RUN_STATES = ['running', 'completed', 'failed', 'held'] as const;
const PAISE_PER_RUPEE = 100;
const NONE: HostProcesses = { count: 0, residentBytes: 0, restarts: 0 };

/** Where gauges go, and what names their runs. */
export interface GaugeTarget {
  readonly metrics: MetricSet;
  readonly runs: RunLabels;
}

/** Sets what an account stands at, and the day under way if there is one. */
export function setStanding({ standing, day, standbys }: AccountBoard, target: GaugeTarget): void {
  const { metrics } = target;
  setState(standing, metrics);
  const heard = standbys.all();
  for (const state of STANDBY_STATES) {
    metrics.set(
      'sauda_standbys',
      count(heard, (of) => of.state === state),
      { state },
    );
  }
  if (day === null) return;
  const { books } = day.picture();
  setBooks(books, target);
  setPolls(day, books, metrics);
  setResult(day, target);
  setProcesses(day, metrics);
}

function setState({ state, sinceMs, opensAtMs }: AccountStanding, metrics: MetricSet): void {
  for (const of of SERVED_STATES) {
    metrics.set('sauda_standing', of === state ? 1 : 0, { state: of });
  }
  metrics.set('sauda_standing_since_timestamp_seconds', sinceMs / 1_000);
  if (opensAtMs !== null) metrics.set('sauda_next_open_timestamp_seconds', opensAtMs / 1_000);
}

function setBooks(books: EngineView, { metrics, runs }: GaugeTarget): void {
  metrics.set('sauda_in_session', books.isInSession ? 1 : 0);
  for (const state of HALTS) {
    metrics.set('sauda_halt', books.halt.state === state ? 1 : 0, { state });
  }
  for (const state of RUN_STATES) {
    metrics.set(
      'sauda_runs',
      count(books.runs, (run) => run.state === state),
      { state },
    );
  }
  metrics.set('sauda_locks', books.locks.length);
  metrics.set('sauda_legs_paused', books.pausedLegs.length);
  metrics.set('sauda_sources_stale', books.staleSources.length);
  const isBare = (of: EngineView['protections'][number]): boolean => of.unprotectedSinceMs !== null;
  metrics.set('sauda_legs_unprotected', count(books.protections, isBare));
  metrics.set(
    'sauda_intents_unresolved',
    count(books.intents, (of) => of.isUnresolved),
  );
  metrics.set('sauda_orders_unknown', books.unknownCount);
  metrics.set('sauda_orders_held', books.heldCount);
  metrics.set(
    'sauda_orders_working',
    count(books.intents, (of) => of.orders.some(isWorking)),
  );
  metrics.set(
    'sauda_starts_unknown',
    count(books.unknownStarts, (of) => of.state === 'unknown'),
  );
  metrics.set('sauda_requests_under_way', books.attemptsUnderWay);
  const open = new Map(books.runs.map(({ runId }) => [runs.of(runId), 0]));
  for (const { runId, netUnits } of books.positions) {
    if (netUnits !== 0) open.set(runs.of(runId), (open.get(runs.of(runId)) ?? 0) + 1);
  }
  for (const [run, legs] of open) metrics.set('sauda_positions_open', legs, { run });
}

function setPolls(
  { clock }: FollowedDay,
  { lastGoodPolls: { ordersAtMs, quotesAtMs } }: EngineView,
  metrics: MetricSet,
): void {
  for (const [subject, atMs] of Object.entries({ orders: ordersAtMs, quotes: quotesAtMs })) {
    if (atMs === null) continue;
    metrics.set('sauda_poll_age_seconds', (clock.nowMs() - atMs) / 1_000, { subject });
  }
}

function setProcesses({ processes, sourceProcesses }: FollowedDay, metrics: MetricSet): void {
  const [strategies, sources] = [processes?.() ?? NONE, sourceProcesses?.() ?? NONE];
  metrics.set('sauda_strategy_processes', strategies.count);
  metrics.set('sauda_strategy_processes_resident_bytes', strategies.residentBytes);
  metrics.set('sauda_strategy_process_restarts', strategies.restarts);
  metrics.set('sauda_source_processes', sources.count);
  metrics.set('sauda_source_processes_resident_bytes', sources.residentBytes);
  metrics.set('sauda_source_process_restarts', sources.restarts);
}

function setResult({ reckon }: FollowedDay, { metrics, runs }: GaugeTarget): void {
  const { grossPaise, costs, netPaise, legs } = reckon();
  metrics.set('sauda_day_gross_rupees', grossPaise / PAISE_PER_RUPEE);
  metrics.set('sauda_day_costs_rupees', costs.totalPaise / PAISE_PER_RUPEE);
  metrics.set('sauda_day_net_rupees', netPaise / PAISE_PER_RUPEE);
  const byRun = new Map<string, number>();
  for (const leg of legs) {
    const run = runs.of(leg.runId);
    byRun.set(run, (byRun.get(run) ?? 0) + leg.grossPaise);
  }
  for (const [run, paise] of byRun) {
    metrics.set('sauda_day_gross_by_run_rupees', paise / PAISE_PER_RUPEE, { run });
  }
}

function count<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length;
}
