import { writeSync } from 'node:fs';

import { EXIT_CODES } from './exit-codes.ts';
import { type Terminal } from './terminal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort: the first asks the command to end in order, the second ends
 * the process at once.
 */
export function stopSignal(terminal: Pick<Terminal, 'err'>): {
  readonly signal: AbortSignal;
  readonly close: () => void;
} {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      terminal.err(`\n${name} again: ending now\n`);
      process.exit(EXIT_CODES.internal);
    }
    terminal.err(`\n${name}: ending in order; once more ends at once\n`);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    close: () => {
      for (const name of SIGNALS) process.off(name, stop);
    },
  };
}

/**
 * From now on a process that ends while its command is under way says so, and never ends with the code of success,
 * whoever ended it. The returned function stops that, once the command has an exit code.
 */
export function tellEarlyEnd(command: string): () => void {
  const listener = (code: number): void => {
    // Nothing that is only queued would still be written.
    writeSync(
      2,
      `\nThe process ended while "${command}" was under way: nothing more is done or written\n`,
    );
    if (code === EXIT_CODES.ok) process.exitCode = EXIT_CODES.internal;
  };
  process.once('exit', listener);
  return () => process.off('exit', listener);
}

/** Calls back at SIGUSR2, by which a halt can be asked for from anywhere on the machine. Returns what ends the listening. */
export function listenForHaltSignal(halt: (reason: string) => void): () => void {
  const listener = (): void => {
    halt('SIGUSR2');
  };
  process.on('SIGUSR2', listener);
  return () => process.off('SIGUSR2', listener);
}
