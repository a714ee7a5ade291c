import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCli } from '../../src/apps/cli/run-cli.ts';
import { fakeTerminal } from '../support/fake-terminal.ts';

/** How a command ended. */
export interface EndedHere {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A directory of its own, and commands that run there in this very process. */
export class Desk {
  readonly directory = mkdtempSync(join(tmpdir(), 'sauda-desk-'));

  /** Writes a file; its absolute path. */
  write(name: string, text: string | Uint8Array): string {
    const path = join(this.directory, name);
    writeFileSync(path, text);
    return path;
  }

  /** Runs a command to its end. */
  async sauda(...args: readonly string[]): Promise<EndedHere> {
    return this.until(new AbortController().signal, () => undefined, args);
  }

  /** Runs a command that may be stopped by a signal; what it writes is passed on. */
  async until(
    signal: AbortSignal,
    onText: (text: string) => void,
    args: readonly string[],
  ): Promise<EndedHere> {
    const terminal = fakeTerminal();
    const out = (text: string): void => {
      terminal.out(text);
      onText(text);
    };
    const err = (text: string): void => {
      terminal.err(text);
      onText(text);
    };
    const context = { environment: {}, workingDirectory: this.directory, signal };
    const code = await runCli(args, { ...context, terminal: { ...terminal, out, err } });
    return { code, ...terminal.written };
  }

  /** Takes the directory away. */
  close(): void {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
