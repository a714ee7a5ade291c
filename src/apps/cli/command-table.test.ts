import { Command, Help } from 'commander';
import { expect, test } from 'vitest';

import { fakeTerminal } from '../../../test/support/fake-terminal.ts';
import { type CliContext } from './cli-context.ts';
import { COMMANDS } from './command-table.ts';

test('the help of the program lists what each command takes', async () => {
  const context: CliContext = {
    terminal: fakeTerminal(),
    environment: {},
    workingDirectory: '/',
    signal: new AbortController().signal,
    finish: () => undefined,
  };
  for (const [name, { usage, load }] of Object.entries(COMMANDS)) {
    const command = new Command(name);
    (await load())(command, context);
    expect(usage).toBe(new Help().subcommandTerm(command));
  }
});
