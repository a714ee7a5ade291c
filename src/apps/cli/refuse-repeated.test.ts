import { EventEmitter } from 'node:events';

import { Command, type Option } from 'commander';
import { expect, test } from 'vitest';

import { fakeTerminal } from '../../../test/support/fake-terminal.ts';
import { type CliContext } from './cli-context.ts';
import { COMMANDS } from './command-table.ts';
import { parseMore } from './options/option-parsers.ts';
import { addsUp, refuseRepeated } from './run-cli.ts';

/** Options of the cli that add up when they are given again; every other one takes a value once. */
const ADDING = ['--param', '--prices', '--pricing', '--source', '--stamp', '--with'];

function below(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(below)];
}

async function everyCommand(): Promise<readonly Command[]> {
  const program = new Command('sauda');
  const context: CliContext = {
    terminal: fakeTerminal(),
    environment: {},
    workingDirectory: '/',
    signal: new AbortController().signal,
    finish: () => undefined,
  };
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    (await load())(program.command(name), context);
  }
  refuseRepeated(program);
  return below(program);
}

/** Why a value is refused that the option takes in itself; null where it is not. */
function refusalOf(command: Command, option: Option): unknown {
  // Other tests cover the values that it takes.
  Object.assign(option, { parseArg: undefined });
  try {
    EventEmitter.prototype.emit.call(command, `option:${option.name()}`, 'value');
    return null;
  } catch (error) {
    return error;
  }
}

test('every option of every command takes one value, or is known to add up', async () => {
  const valued = (await everyCommand()).flatMap((command) =>
    command.options
      .filter(({ required, optional }) => required || optional)
      .map((option) => ({ command, option, flag: option.long ?? '' })),
  );
  const adding = valued.filter(({ option }) => addsUp(option)).map(({ flag }) => flag);
  expect([...new Set(adding)].sort()).toEqual(ADDING);
  const single = valued.filter(({ option }) => !addsUp(option));
  const refusals = single.map(({ command, option, flag }) => {
    const first = refusalOf(command, option);
    return [command.name(), flag, first, String(refusalOf(command, option))];
  });
  expect(refusals.length).toBeGreaterThan(80);
  expect(refusals).toEqual(
    single.map(({ command, flag }) => {
      return [command.name(), flag, null, `CliFailure: ${flag} is given twice`];
    }),
  );
});

function parsed(...args: readonly string[]): Record<string, unknown> {
  const program = new Command('sauda');
  program
    .command('go')
    .option('--seed <text>')
    .option('--cache <folder>', '', '.cache')
    .option('--no-cache')
    .option('--json')
    .option('--param <name=value>', '', parseMore)
    .option('--files <file...>')
    .action(() => undefined);
  refuseRepeated(program);
  program.parse([...args], { from: 'user' });
  return program.commands[0]?.opts() ?? {};
}

test('leaves alone what is given once, what adds up and flags that say the same again', () => {
  const args = ['go', '--json', '--json', '--param', 'a=1', '--param', 'b=2', '--seed', '7'];
  const files = ['--files', 'x', 'y', '--files', 'z'];
  expect(parsed(...args, ...files)).toMatchObject({
    ...{ seed: '7', json: true, cache: '.cache' },
    ...{ param: ['a=1', 'b=2'], files: ['x', 'y', 'z'] },
  });
});

test('refuses a value beside the flag that denies it, and --a=b beside --a b', () => {
  expect(() => parsed('go', '--cache', 'x', '--no-cache')).toThrow(
    '--no-cache contradicts --cache',
  );
  expect(() => parsed('go', '--no-cache', '--cache', 'x')).toThrow(
    '--cache contradicts --no-cache',
  );
  expect(() => parsed('go', '--seed=7', '--seed', '8')).toThrow('--seed is given twice');
});
