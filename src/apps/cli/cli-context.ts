import { type ExitName } from './exit-codes.ts';
import { type Terminal } from './terminal.ts';

/** What every command is given. */
export interface CliContext {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  /** Notes how a command ended that did its work and still has something to say by its exit code. */
  readonly finish: (exit: ExitName) => void;
}
