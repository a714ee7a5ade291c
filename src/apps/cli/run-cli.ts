import { Command, CommanderError } from 'commander';

import { nearestWord } from '../../base/nearest-word.ts';
import { addBacktest } from './commands/backtest.ts';
import { addCalendar } from './commands/calendar.ts';
import { addCheck } from './commands/check.ts';
import { addCompare } from './commands/compare.ts';
import { addContracts } from './commands/contracts.ts';
import { addDrill } from './commands/drill.ts';
import { addJournal } from './commands/journal.ts';
import { addLookahead } from './commands/lookahead.ts';
import { addLogin } from './commands/login.ts';
import { addOrders } from './commands/orders.ts';
import { addOperate } from './commands/operate.ts';
import { addPrices } from './commands/prices.ts';
import { addReplay } from './commands/replay.ts';
import { addReport } from './commands/report.ts';
import { addSim } from './commands/sim.ts';
import { addStatus } from './commands/status.ts';
import { addSweep } from './commands/sweep.ts';
import { addRun } from './commands/run.ts';
import { type CliContext } from './cli-context.ts';
import { cliFailure } from './cli-failure.ts';
import { EXIT_CODES, EXIT_MEANINGS, type ExitName } from './exit-codes.ts';
import { packageVersion } from './package-version.ts';
import { reportFailure } from './report-failure.ts';

/** Runs one command line (without `node` and the program's name) and gives its exit code. Never throws. */
export async function runCli(
  args: readonly string[],
  options: Omit<CliContext, 'finish'>,
): Promise<number> {
  const { terminal } = options;
  let exit: ExitName = 'ok';
  const finish = (named: ExitName): void => {
    exit = named;
  };
  try {
    const program = createProgram({ ...options, finish });
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync([...args], { from: 'user' });
    return EXIT_CODES[exit];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.ok;
    const isJson = args.includes('--json');
    return reportFailure(usageFailure(error, args), terminal, isJson);
  }
}

function createProgram(context: CliContext): Command {
  const { terminal } = context;
  const program = new Command('sauda')
    .description(
      'Runs trading strategies: live, on paper, against a simulator, over recorded days.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      // Mistakes are reported in one form by reportFailure.
      writeErr: () => undefined,
      getOutHelpWidth: () => terminal.size().columns,
      getOutHasColors: () => terminal.hasColor,
    })
    .addHelpText('after', `\n${exitTable()}\n\nHelp of a command, with examples: sauda run --help`);
  addRun(program, context);
  addBacktest(program, context);
  addSweep(program, context);
  addCompare(program, context);
  addLookahead(program, context);
  addReport(program, context);
  addPrices(program, context);
  addDrill(program, context);
  addCheck(program, context);
  addSim(program, context);
  addLogin(program, context);
  addContracts(program, context);
  addOrders(program, context);
  addJournal(program, context);
  addCalendar(program, context);
  addReplay(program, context);
  addStatus(program, context);
  addOperate(program, context);
  return program;
}

function exitTable(): string {
  const rows = Object.entries(EXIT_CODES).map(
    ([name, code]) => `  ${String(code)}  ${EXIT_MEANINGS[name as ExitName]}`,
  );
  return ['Exit codes:', ...rows].join('\n');
}

/** A mistake on the command line in the form of all failures; anything else as it is. */
function usageFailure(error: unknown, args: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === 'commander.help') {
    const [unknown = ''] = args.filter((arg) => arg !== 'help' && !arg.startsWith('-'));
    return cliFailure('usage', `Unknown command '${unknown}'`, {
      nearest: nearestWord(unknown, COMMANDS),
      next: 'sauda --help',
    });
  }
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const nearest = /\(Did you mean (?:one of )?(.+)\?\)/.exec(rest.join(' '))?.[1] ?? null;
  const [what = '', allowed = null] = first.split(/\. Allowed: /);
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}`.replace(/\.$/, '');
  const command = args.find((arg) => COMMANDS.includes(arg));
  return cliFailure('usage', message, {
    allowed,
    nearest,
    next: command === undefined ? 'sauda --help' : `sauda ${command} --help`,
  });
}

const COMMANDS = [
  'run',
  'backtest',
  'sweep',
  'compare',
  'lookahead',
  'report',
  'prices',
  'drill',
  'check',
  'sim',
  'login',
  'contracts',
  'orders',
  'journal',
  'calendar',
  'replay',
  'status',
  'halt',
  'resume',
  'flatten',
  'resolve',
  'release',
];
