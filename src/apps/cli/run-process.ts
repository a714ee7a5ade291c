import { protectBuiltIns } from '../../loading/guard-process.ts';
import { forgiveViolations } from '../../loading/stray-failures.ts';
import { watchTurns } from '../../loading/watch-turns.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { turnMsMax } from './options/turn-ms-max.ts';
import { stopSignal, tellEarlyEnd } from './process-signals.ts';
import { runCli } from './run-cli.ts';
import { keepStdout, processTerminal } from './terminal.ts';

/** Runs the command line of this process and ends it with the command's exit code. */
export async function runProcess(): Promise<never> {
  const args = process.argv.slice(2);
  const terminal = processTerminal();
  keepStdout(process);
  const commandEnded = tellEarlyEnd(['sauda', ...args.slice(0, 1)].join(' '));
  const stop = stopSignal(terminal);
  protectBuiltIns();
  watchTurns(turnMsMax(process.env));
  forgiveViolations((refused) => {
    terminal.err(`${refused}\n`);
  });
  const exitCode = await runCli(args, {
    terminal,
    environment: process.env,
    workingDirectory: process.cwd(),
    signal: stop.signal,
  });
  stop.close();
  const lost = await terminal.flush();
  if (lost !== null) process.stderr.write(`Cannot write all of the output: ${lost}\n`);
  commandEnded();
  // Kept-alive sockets of a client must not hold the process.
  process.exit(lost !== null && exitCode === EXIT_CODES.ok ? EXIT_CODES.usage : exitCode);
}
