import { type Command } from 'commander';

/** Adds the options of every command that asks a platform. */
export function withPlatformOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration with hosts and credentials')
    .option('--sim <file>', 'ask a simulator: file with the line of "sauda sim --json"')
    .option('--json', 'one JSON line');
}
