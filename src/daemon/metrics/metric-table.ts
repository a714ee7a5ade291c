/** What a metric is, for the page and for whoever reads it. */
export interface MetricKind {
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Counted in this process since it started; a restart starts them at 0. */
export const COUNTERS = {
  sauda_commands_total: { help: 'Commands of strategies', labels: ['run'] },
  sauda_orders_sent_total: { help: 'Orders that left in requests to place', labels: ['run'] },
  sauda_orders_answered_total: {
    help: 'Answers to orders that were sent, by outcome',
    labels: ['outcome'],
  },
  sauda_requests_total: { help: 'Requests that change something, as sent', labels: ['kind'] },
  sauda_fills_total: { help: 'Fills that runs were shown, partial ones too', labels: ['run'] },
  sauda_refusals_total: { help: 'Commands that the gate refused', labels: ['rule'] },
  sauda_halts_total: { help: 'Changes to reducing or halted', labels: ['by'] },
  sauda_notices_total: { help: 'Notices, repeats too', labels: ['severity', 'code'] },
  sauda_alert_sends_total: {
    help: 'Tries to deliver a message of an alert, or the dead-man ping, by kind of channel',
    labels: ['kind', 'outcome'],
  },
  sauda_polls_failed_total: { help: 'Polls without a usable answer', labels: ['subject'] },
  sauda_quotes_total: { help: 'Quotes that polls brought' },
  sauda_days_total: { help: 'Trading days that this process began' },
  sauda_metrics_failed_total: { help: 'Entries that could not be counted: a bug' },
  sauda_process_cpu_seconds_total: { help: 'Processor time of this process' },
} as const satisfies Readonly<Record<`sauda_${string}_total`, MetricKind>>;

/** As things stand at the scrape. Those of the day are absent between days. */
export const GAUGES = {
  sauda_build_info: {
    help: 'Always 1; the labels say which program trades which account',
    labels: ['build', 'account', 'mode'],
  },
  sauda_standing: { help: '1 for what the process is doing', labels: ['state'] },
  sauda_standing_since_timestamp_seconds: { help: 'Since when' },
  sauda_next_open_timestamp_seconds: { help: 'When the next day opens; while waiting' },
  sauda_standbys: {
    help: 'Processes that stand by for the account; gone: the last one, where none does',
    labels: ['state'],
  },
  sauda_ready: { help: '1 where /readyz answers 200' },
  sauda_in_session: { help: '1 while the exchange trades' },
  sauda_halt: { help: '1 for the state of the account', labels: ['state'] },
  sauda_locks: { help: 'Locks in force' },
  sauda_runs: { help: 'Runs of the day', labels: ['state'] },
  sauda_poll_age_seconds: { help: 'Since the last good poll began', labels: ['subject'] },
  sauda_positions_open: { help: 'Legs with a position', labels: ['run'] },
  sauda_legs_unprotected: { help: 'Legs without the stop that their strategy asked for' },
  sauda_legs_paused: { help: 'Legs for which nothing is sent' },
  sauda_sources_stale: { help: 'Own sources of runs that are silent for too long' },
  sauda_intents_unresolved: { help: 'Orders sent that no poll has shown yet' },
  sauda_orders_unknown: { help: 'Orders without a certain answer that no poll has shown' },
  sauda_orders_held: { help: 'Entries waiting for the operator' },
  sauda_orders_working: { help: 'Orders of ours that can still fill' },
  sauda_starts_unknown: { help: 'Position starts and signals without a certain outcome' },
  sauda_requests_under_way: { help: 'Requests without an answer so far' },
  sauda_day_gross_rupees: { help: 'Profit of the day before costs, open positions included' },
  sauda_day_costs_rupees: { help: 'Costs of the day, as on a contract note' },
  sauda_day_net_rupees: { help: 'Profit of the day after costs' },
  sauda_day_gross_by_run_rupees: { help: 'Profit before costs', labels: ['run'] },
  sauda_alert_last_delivery_timestamp_seconds: {
    help: 'When a channel of this kind last delivered',
    labels: ['kind'],
  },
  sauda_journal_bytes: { help: 'Size of the journal, with what is not folded in yet' },
  sauda_disk_free_bytes: { help: 'Free where the journal is' },
  sauda_strategy_processes: { help: 'Processes in which strategies run' },
  sauda_strategy_processes_resident_bytes: { help: 'Their resident memory together' },
  sauda_strategy_process_restarts: { help: 'How often one was restarted today' },
  sauda_source_processes: { help: 'Processes in which inputs of strategies are open' },
  sauda_source_processes_resident_bytes: { help: 'Their resident memory together' },
  sauda_source_process_restarts: { help: 'How often one was restarted today' },
  sauda_process_resident_bytes: { help: 'Resident memory of this process' },
  sauda_event_loop_lag_seconds: {
    help: 'How late timers were since the last scrape',
    labels: ['quantile'],
  },
} as const satisfies Readonly<Record<`sauda_${string}`, MetricKind>>;

/** How long things took. */
export const HISTOGRAMS = {
  sauda_request_duration_seconds: {
    help: 'From a request to its answer, on the clock of the day',
    labels: ['kind'],
  },
} as const satisfies Readonly<Record<`sauda_${string}_seconds`, MetricKind>>;

/** Upper bounds, seconds: a request has one deadline of some ten seconds. */
export const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
