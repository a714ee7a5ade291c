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
