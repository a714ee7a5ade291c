import { forgiveViolations } from '../../runtime/forgive-violations.ts';
import { protectBuiltIns } from '../../runtime/guard-process.ts';
import { watchTurns } from '../../runtime/watch-turns.ts';
import { tellEarlyEnd } from './early-end.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { keepStdout } from './keep-stdout.ts';
import { runCli } from './run-cli.ts';
import { stopSignal } from './stop-signal.ts';
import { processTerminal } from './terminal.ts';
import { turnMsMax } from './turn-ms-max.ts';

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
