import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';

const CHARACTERS_MAX = 100;

/** What the name of an account is typed for, in words that complete a sentence. */
export interface Confirming {
  /** Typed as an option already, for scripts. */
  readonly given?: string | undefined;
  /** `arm it`. */
  readonly purpose: string;
  /** `nothing was armed`. */
  readonly undone: string;
}

/**
 * Has the account's name typed: as an option, for scripts, or on the terminal.
 *
 * @throws {CliFailure} when it is another name, or nowhere to be typed
 */
export async function confirmAccount(
  context: CliContext,
  account: string,
  { given, purpose, undone }: Confirming,
): Promise<void> {
  const typed = given ?? (await typedLine(context, `Type the account's name to ${purpose}: `));
  if (typed === account) return;
  if (typed === null) {
    throw cliFailure('usage', `The name of the account must be typed to ${purpose}`, {
      allowed: `--account ${account}, or a terminal`,
    });
  }
  throw cliFailure('usage', `This is not the name of the account: ${undone}`, {
    found: typed,
    allowed: account,
  });
}

/** A line that is typed; null where nothing can be, or the command is to end. */
function typedLine({ terminal, signal }: CliContext, prompt: string): Promise<string | null> {
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
