import { type Command } from 'commander';

import { type CliContext } from './cli-context.ts';

type AddCommand = (program: Command, context: CliContext) => void;

const operate = async (): Promise<AddCommand> => (await import('./commands/operate.ts')).addOperate;

const TABLE: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import('./commands/run.ts')).addRun,
  backtest: async () => (await import('./commands/backtest.ts')).addBacktest,
  sweep: async () => (await import('./commands/sweep.ts')).addSweep,
  compare: async () => (await import('./commands/compare.ts')).addCompare,
  lookahead: async () => (await import('./commands/lookahead.ts')).addLookahead,
  report: async () => (await import('./commands/report.ts')).addReport,
  prices: async () => (await import('./commands/prices.ts')).addPrices,
  drill: async () => (await import('./commands/drill.ts')).addDrill,
  check: async () => (await import('./commands/check.ts')).addCheck,
  sim: async () => (await import('./commands/sim.ts')).addSim,
  login: async () => (await import('./commands/login.ts')).addLogin,
  contracts: async () => (await import('./commands/contracts.ts')).addContracts,
  orders: async () => (await import('./commands/orders.ts')).addOrders,
  journal: async () => (await import('./commands/journal.ts')).addJournal,
  calendar: async () => (await import('./commands/calendar.ts')).addCalendar,
  tables: async () => (await import('./commands/tables.ts')).addTables,
  replay: async () => (await import('./commands/replay.ts')).addReplay,
  status: async () => (await import('./commands/status.ts')).addStatus,
  halt: operate,
  resume: operate,
  flatten: operate,
  resolve: operate,
  release: operate,
};

/** Every command, in the order of the help. */
export const COMMAND_NAMES: readonly string[] = Object.keys(TABLE);

/** What a command line needs: the one command that it begins with, else all. Loading them is most of a short run. */
export async function commandsFor([first = '']: readonly string[]): Promise<readonly AddCommand[]> {
  const names = COMMAND_NAMES.includes(first) ? [first] : COMMAND_NAMES;
  const loaded = await Promise.all(names.map(async (name) => TABLE[name]?.()));
  return [...new Set(loaded)].filter((add) => add !== undefined);
}
