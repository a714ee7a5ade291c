import { spawn } from 'node:child_process';

import { fail, ok, type Result } from '../../base/result.ts';
import { type AlertMessage, type DeliveryFailure, type Notifier } from '../../ports/notifier.ts';

/** A program on this machine. */
export interface CommandOptions {
  /** Program and arguments; the first has no shell to read it. */
  readonly command: readonly [string, ...string[]];
  /** All that it sees of the environment, beside `SAUDA_ALERT_CODE`, `_SEVERITY`, `_ACCOUNT` and `_MODE`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Starts the program once for each message, which is JSON on its stdin; exit code 0 means delivered. */
export function createCommandNotifier(options: CommandOptions): Notifier {
  return { send: (message) => runOnce(options, message) };
}

type Delivered = Result<null, DeliveryFailure>;

function runOnce(options: CommandOptions, message: AlertMessage): Promise<Delivered> {
  const { command, environment, timeoutMs } = options;
  const [file, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      shell: false,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...environment, ...told(message) },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.on('error', (error) => {
      resolve(failed('not-sent', `The program cannot be started (${codeOf(error)})`));
    });
    // Not at its close: what it started itself may live on.
    child.on('exit', (code) => {
      resolve(judge(code, { isKilled: child.killed, timeoutMs }));
    });
    // One that does not read its input may be right.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(message));
  });
}

function told({ code, severity, account, mode }: AlertMessage): Readonly<Record<string, string>> {
  return {
    SAUDA_ALERT_CODE: code,
    SAUDA_ALERT_SEVERITY: severity,
    SAUDA_ALERT_ACCOUNT: account,
    SAUDA_ALERT_MODE: mode,
  };
}

function judge(
  code: number | null,
  { isKilled, timeoutMs }: { readonly isKilled: boolean; readonly timeoutMs: number },
): Delivered {
  if (code === 0) return ok(null);
  if (isKilled) return failed('timeout', `The program was ended after ${String(timeoutMs)} ms`);
  if (code === null) return failed('refused', 'The program was ended by a signal');
  return failed('refused', `The program ended with code ${String(code)}`);
}

function failed(reason: DeliveryFailure['reason'], detail: string): Delivered {
  return fail({ reason, detail, isPassing: true });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
