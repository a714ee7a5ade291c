import { type CliContext } from '../cli-context.ts';

const CHARACTERS_MAX = 100;

/** A line that is typed; null where nothing can be, or the command is to end. */
export function typedLine(
  { terminal, signal }: CliContext,
  prompt: string,
): Promise<string | null> {
  return new Promise((resolve) => {
    let line = '';
    const take = (text: string): void => {
      const end = text.search(/[\r\n]/);
      const keys = end < 0 ? text : text.slice(0, end);
      line = (line + keys).slice(0, CHARACTERS_MAX);
      terminal.err(keys);
      if (end >= 0) finish(line);
    };
    const finish = (typed: string | null): void => {
      stop?.();
      signal.removeEventListener('abort', abort);
      terminal.err('\n');
      resolve(typed);
    };
    const abort = (): void => {
      finish(null);
    };
    const stop = terminal.isErrInteractive ? terminal.onKeys(take) : null;
    if (stop === null || signal.aborted) {
      stop?.();
      resolve(null);
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    terminal.err(prompt);
  });
}
