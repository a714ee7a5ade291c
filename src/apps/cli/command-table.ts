import { type Command } from 'commander';

import { type CliContext } from './cli-context.ts';

type AddCommand = (command: Command, context: CliContext) => void;

/** A command as the help of the program lists it, and where the rest of it is. */
export interface CommandEntry {
  /** Its name and what it takes, as its own help has them. */
  readonly usage: string;
  readonly description: string;
  /** Loads its code, which is most of the work of a short command. */
  readonly load: () => Promise<AddCommand>;
}

/** Every command, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: {
    usage: 'run [options] [strategy...]',
    description:
      'Run strategies for one trading day: on paper, or live if the configuration says so',
    load: async () => (await import('./commands/run.ts')).addRun,
  },
  daemon: {
    usage: 'daemon [options] [strategy...]',
    description: 'Run an account day after day: open, trade, close and report each trading day',
    load: async () => (await import('./commands/daemon.ts')).addDaemon,
  },
  backtest: {
    usage: 'backtest [options] [strategy...]',
    description: 'Run strategies over every day of recorded or generated prices',
    load: async () => (await import('./commands/backtest.ts')).addBacktest,
  },
  sweep: {
    usage: 'sweep [options] <strategy>',
    description: 'Try a strategy under many parameters over the same days',
    load: async () => (await import('./commands/sweep.ts')).addSweep,
  },
  compare: {
    usage: 'compare [options] <one> <other>',
    description: 'Compare two results of backtests: conditions, totals, days, first difference',
    load: async () => (await import('./commands/compare.ts')).addCompare,
  },
  lookahead: {
    usage: 'lookahead [options] [strategy...]',
    description: 'Detect lookahead: later prices must not change earlier decisions',
    load: async () => (await import('./commands/lookahead.ts')).addLookahead,
  },
  report: {
    usage: 'report [options] <result>',
    description: 'Make the HTML page of a result that backtest --json wrote',
    load: async () => (await import('./commands/report.ts')).addReport,
  },
  prices: {
    usage: 'prices',
    description: 'Generate files of prices, or check them',
    load: async () => (await import('./commands/prices.ts')).addPrices,
  },
  drill: {
    usage: 'drill [options] [strategy...]',
    description:
      'Run strategies through days of faults, and check every event against the invariants',
    load: async () => (await import('./commands/drill.ts')).addDrill,
  },
  check: {
    usage: 'check [options] <file...>',
    description: 'Check configurations and strategies, and list what they need',
    load: async () => (await import('./commands/check.ts')).addCheck,
  },
  migrate: {
    usage: 'migrate [options] <file...>',
    description: 'Rewrite YAML strategies of an earlier version of the language',
    load: async () => (await import('./commands/migrate.ts')).addMigrate,
  },
  eject: {
    usage: 'eject [options] <file>',
    description: 'Write the TypeScript strategy that decides the same as a YAML file',
    load: async () => (await import('./commands/eject.ts')).addEject,
  },
  schema: {
    usage: 'schema <kind>',
    description: 'Print the JSON Schema of strategies or configurations, for an editor',
    load: async () => (await import('./strategies/print-schema.ts')).addSchema,
  },
  preflight: {
    usage: 'preflight [options]',
    description: 'Make the checks before the open, now: go or no-go, what was found, what to do',
    load: async () => (await import('./commands/readiness/preflight.ts')).addPreflight,
  },
  live: {
    usage: 'live',
    description: 'Arm a live account for the day, disarm it, or show what keeps its entries back',
    load: async () => (await import('./commands/readiness/live.ts')).addLive,
  },
  stage: {
    usage: 'stage [options] [run] [stage]',
    description: 'List the stages of the strategies of a live account, or put one at another stage',
    load: async () => (await import('./commands/readiness/stage.ts')).addStage,
  },
  sim: {
    usage: 'sim [options]',
    description: 'Serve the simulated platform on this machine until stopped',
    load: async () => (await import('./commands/sim.ts')).addSim,
  },
  login: {
    usage: 'login [options]',
    description: 'Test the login; the session is not kept',
    load: async () => (await import('./commands/login.ts')).addLogin,
  },
  contracts: {
    usage: 'contracts [options] <underlying>',
    description: 'List the contracts of an underlying',
    load: async () => (await import('./commands/contracts.ts')).addContracts,
  },
  orders: {
    usage: 'orders [options]',
    description: "List today's orders of the account, one order, or those of a tag",
    load: async () => (await import('./commands/orders.ts')).addOrders,
  },
  journal: {
    usage: 'journal [options] <file>',
    description: 'Print what a journal says, or check that it is as it was written',
    load: async () => (await import('./commands/journal.ts')).addJournal,
  },
  why: {
    usage: 'why [options] [order-or-run]',
    description: 'Explain an order, or the orders of a run: from what it was shown to the fill',
    load: async () => (await import('./commands/records/why.ts')).addWhy,
  },
  verify: {
    usage: 'verify [options] <pack>',
    description: 'Verify the evidence of a day: signature, hashes, and every decision again',
    load: async () => (await import('./commands/records/verify.ts')).addVerify,
  },
  evidence: {
    usage: 'evidence',
    description: 'Print the key that verifies the evidence of days',
    load: async () => (await import('./commands/records/evidence.ts')).addEvidence,
  },
  logs: {
    usage: 'logs [options]',
    description: 'Show the log of an account, or follow it',
    load: async () => (await import('./commands/logs.ts')).addLogs,
  },
  calendar: {
    usage: 'calendar [options] [date]',
    description:
      'Show sessions, the activation window and holidays of a date, or of a year (--year)',
    load: async () => (await import('./commands/calendar.ts')).addCalendar,
  },
  tables: {
    usage: 'tables [options]',
    description: 'Show how far the market tables hold, or update them',
    load: async () => (await import('./commands/tables.ts')).addTables,
  },
  replay: {
    usage: 'replay [options] <journal>',
    description: 'Replay recorded days, and show where a strategy decides otherwise',
    load: async () => (await import('./commands/replay.ts')).addReplay,
  },
  'why-not': {
    usage: 'why-not [options] <rule>',
    description:
      'Say why a rule or a leg did nothing at a time: which condition was false, by how much',
    load: async () => (await import('./commands/records/why-not.ts')).addWhyNot,
  },
  trace: {
    usage: 'trace',
    description: 'List, show or export what rules decided, and by which values',
    load: async () => (await import('./commands/records/trace.ts')).addTrace,
  },
  status: {
    usage: 'status [options]',
    description:
      'Show the state of an account: halt, runs, unresolved and working orders, positions',
    load: async () => (await import('./commands/status.ts')).addStatus,
  },
  runs: {
    usage: 'runs [options]',
    description: 'List the runs of the day, with profit',
    load: async () => (await import('./commands/account/lists.ts')).addRunList,
  },
  positions: {
    usage: 'positions [options]',
    description: 'List the legs of the day, with prices and profit',
    load: async () => (await import('./commands/account/lists.ts')).addPositionList,
  },
  events: {
    usage: 'events [options]',
    description: 'Print what a running program has seen, decided, sent and learned',
    load: async () => (await import('./commands/account/events.ts')).addEvents,
  },
  halt: {
    usage: 'halt [options]',
    description: 'Take no new risk; working entries are cancelled, exits go on',
    load: async () => (await import('./commands/operate.ts')).addHalt,
  },
  pause: {
    usage: 'pause [options] [run]',
    description: 'Take no new entry of a run, or of any; exits and stops go on',
    load: async () => (await import('./commands/operate.ts')).addPause,
  },
  resume: {
    usage: 'resume [options] [run]',
    description: 'End a halt or a pause, and let flattened runs enter again',
    load: async () => (await import('./commands/operate.ts')).addResume,
  },
  flatten: {
    usage: 'flatten [options] [run]',
    description: 'Square off one run, or everything',
    load: async () => (await import('./commands/operate.ts')).addFlatten,
  },
  panic: {
    usage: 'panic [options]',
    description: 'Close an account whose program is dead, its journal lost or not',
    load: async () => (await import('./commands/account/panic.ts')).addPanic,
  },
  resolve: {
    usage: 'resolve [options] <name>',
    description: 'Say what became of an order, a position start or a signal that is not settled',
    load: async () => (await import('./commands/operate.ts')).addResolve,
  },
  answer: {
    usage: 'answer [options] <run> <question> <answer>',
    description: 'Answer a question of a run with yes or no',
    load: async () => (await import('./commands/operate.ts')).addAnswer,
  },
  release: {
    usage: 'release [options] <run>',
    description: 'Decide about a held run, whose replay differs from the journal',
    load: async () => (await import('./commands/operate.ts')).addRelease,
  },
  reload: {
    usage: 'reload [options] <run>',
    description:
      "Check a run's changed file against the day so far, and show where it decides otherwise",
    load: async () => (await import('./commands/account/reload.ts')).addReload,
  },
  alerts: {
    usage: 'alerts',
    description: 'Test the channels of alerts, list what is wrong now, acknowledge an alert',
    load: async () => (await import('./commands/alerts.ts')).addAlerts,
  },
};

/** The command that a command line names; null where it names none. */
export function commandIn(args: readonly string[]): string | null {
  return args.find((arg) => Object.hasOwn(COMMANDS, arg)) ?? null;
}
