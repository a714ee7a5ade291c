import { commandIn } from './command-table.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { stopSignal, tellEarlyEnd } from './process-signals.ts';
import { runCli } from './run-cli.ts';
import { keepStdout, processTerminal } from './terminal.ts';
import { typedIn } from './typed-in.ts';

/** Runs the command line of this process and ends it with the command's exit code. */
export async function runProcess(): Promise<never> {
  const args = process.argv.slice(2);
  const terminal = processTerminal();
  keepStdout(process);
  const commandEnded = tellEarlyEnd(['sauda', ...args.slice(0, 1)].join(' '));
  const stop = stopSignal(terminal);
  // Help alone loads no strategy, and is there sooner without what guards against them.
  const command = commandIn(args);
  if (command !== null) (await import('./arm-process.ts')).armProcess(command, terminal);
  const exitCode = await runCli(args, {
    terminal,
    environment: process.env,
    workingDirectory: typedIn(process.env, process.cwd()),
    signal: stop.signal,
  });
  stop.close();
  const lost = await terminal.flush();
  if (lost !== null) process.stderr.write(`Cannot write all of the output: ${lost}\n`);
  commandEnded();
  // Kept-alive sockets of a client must not hold the process.
  process.exit(lost !== null && exitCode === EXIT_CODES.ok ? EXIT_CODES.usage : exitCode);
}
