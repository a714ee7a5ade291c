import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { typedLine } from './typed-line.ts';

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
