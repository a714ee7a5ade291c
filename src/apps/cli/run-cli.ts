import { Command, CommanderError, Help, type Option } from 'commander';

import { nearestWord } from '../../base/nearest-word.ts';
import { type CliContext } from './cli-context.ts';
import { type CliFailure, cliFailure, reportFailure } from './cli-failure.ts';
import { commandIn, COMMANDS } from './command-table.ts';
import { EXIT_CODES, EXIT_MEANINGS, type ExitName } from './exit-codes.ts';
import { isAddingUp } from './options/option-parsers.ts';
import { packageVersion } from '../../loading/program-build.ts';

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
  let program: Command | null = null;
  try {
    program = await createProgram({ ...options, finish }, args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync([...args], { from: 'user' });
    return EXIT_CODES[exit];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.ok;
    const isJson = args.includes('--json');
    return reportFailure(usageFailure(error, args, program), terminal, isJson);
  }
}

async function createProgram(context: CliContext, args: readonly string[]): Promise<Command> {
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
  await addCommands(program, context, commandIn(args));
  refuseRepeated(program);
  return program;
}

/** Every command by name, for the help and for what is nearest to a mistyped one; the rest only of the one that is asked for. */
async function addCommands(
  program: Command,
  context: CliContext,
  asked: string | null,
): Promise<void> {
  const usages = new Map<Command, string>();
  const usual = new Help();
  program.configureHelp({ subcommandTerm: (of) => usages.get(of) ?? usual.subcommandTerm(of) });
  for (const [name, { usage, description, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(description);
    usages.set(command, usage);
    if (name === asked) (await load())(command, context);
  }
}

function exitTable(): string {
  const rows = Object.entries(EXIT_CODES).map(
    ([name, code]) => `  ${String(code)}  ${EXIT_MEANINGS[name as ExitName]}`,
  );
  return ['Exit codes:', ...rows].join('\n');
}

/** A mistake on the command line in the form of all failures; anything else as it is. */
function usageFailure(error: unknown, args: readonly string[], program: Command | null): unknown {
  if (!(error instanceof CommanderError)) return error;
  const command = commandIn(args);
  return groupAlone(error, program, command) ?? commandFailure(error, args);
}

function commandFailure(error: CommanderError, args: readonly string[]): CliFailure {
  const command = commandIn(args);
  if (error.code === 'commander.help') {
    const [unknown = ''] = args.filter((arg) => arg !== 'help' && !arg.startsWith('-'));
    return cliFailure('usage', `Unknown command '${unknown}'`, {
      nearest: nearestWord(unknown, Object.keys(COMMANDS)),
      next: 'sauda --help',
    });
  }
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const nearest = /\(Did you mean (?:one of )?(.+)\?\)/.exec(rest.join(' '))?.[1] ?? null;
  const [what = '', allowed = null] = first
    .replace(/\.$/, '')
    .split(/\. Allowed(?:: | choices are )/);
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return cliFailure('usage', message, {
    allowed,
    nearest,
    next: command === null ? 'sauda --help' : `sauda ${command} --help`,
  });
}

/** A group of commands that was given alone; some of them take an argument of their own instead. Null for other mistakes. */
function groupAlone(
  { code }: CommanderError,
  program: Command | null,
  group: string | null,
): CliFailure | null {
  const below = program?.commands.find((one) => one.name() === group)?.commands ?? [];
  const isGroup = code === 'commander.help';
  const isAlone = isGroup || code === 'commander.missingArgument';
  if (group === null || below.length === 0 || !isAlone) return null;
  const commands = below.map((one) => `sauda ${group} ${one.name()}`).join(', ');
  return cliFailure('usage', `"sauda ${group}" is given without what to do`, {
    allowed: isGroup ? commands : `sauda ${group} with its argument, or ${commands}`,
    next: `sauda ${group} --help`,
  });
}

/** Whether an option that is given again adds to what it had. */
export function addsUp({ variadic, parseArg }: Option): boolean {
  return variadic || isAddingUp(parseArg);
}

/**
 * Makes every command refuse a second value of an option that takes one: the last would win unseen, and a result would be
 * of other numbers than some of those on its command line. A flag may be repeated, it says the same again; beside a value
 * of its own name (`--cache X --no-cache`) it may not.
 */
export function refuseRepeated(program: Command): void {
  for (const command of [program, ...program.commands]) {
    if (command !== program) refuseRepeated(command);
    watchOptions(command);
  }
}

interface Given {
  readonly flag: string;
  readonly written: string;
}

function watchOptions(command: Command): void {
  const given = new Map<string, Given>();
  for (const option of command.options.filter((one) => !addsUp(one))) {
    const { required, optional, flags } = option;
    const flag = option.long ?? flags;
    command.on(`option:${option.name()}`, (value?: string | null) => {
      const written = required || optional ? `${flag} ${value ?? ''}`.trimEnd() : flag;
      const before = given.get(option.attributeName());
      given.set(option.attributeName(), { flag, written });
      const isSameFlag = before?.written === flag && written === flag;
      if (before !== undefined && !isSameFlag) refuse(before, { flag, written });
    });
  }
}

function refuse(before: Given, { flag, written }: Given): never {
  const isAgain = before.flag === flag;
  throw cliFailure(
    'usage',
    `${flag} ${isAgain ? 'is given twice' : `contradicts ${before.flag}`}`,
    {
      found: `${before.written} ${written}`,
      allowed: isAgain ? `${flag} once` : 'one of them',
      next: 'Leave one of them out',
    },
  );
}
