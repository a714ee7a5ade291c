import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a terminal sends in place of a signal while keys are read one by one. */
const SIGNAL_KEYS: Readonly<Record<string, NodeJS.Signals>> = {
  '\u0003': 'SIGINT',
  '\u001c': 'SIGQUIT',
};
const SUSPEND = '\u001a';

/**
 * Reads keys one by one from the process's terminal, until what is returned is called. Ctrl-C and Ctrl-\ stay the signals
 * that they are, and Ctrl-Z suspends. Null where there is no terminal to read from, or the process is in the background:
 * the system stops a process that reads from there, and a day must go on.
 */
export function listenForKeys(listener: (text: string) => void): (() => void) | null {
  const { stdin } = process;
  if (!stdin.isTTY || !isInForeground()) return null;
  const take = (data: Buffer | string): void => {
    const text = data.toString();
    for (const [key, signal] of Object.entries(SIGNAL_KEYS)) {
      if (text.includes(key)) process.kill(process.pid, signal);
    }
    if (text.includes(SUSPEND)) suspend();
    else listener(text);
  };
  let isReading = false;
  const begin = (): void => {
    if (isReading || !isInForeground()) return;
    isReading = true;
    stdin.setRawMode(true);
    stdin.resume();
  };
  const end = (): void => {
    isReading = false;
    stdin.pause();
    if (isInForeground()) stdin.setRawMode(false);
  };
  const suspend = (): void => {
    end();
    process.kill(process.pid, 'SIGTSTP');
  };
  stdin.on('data', take);
  begin();
  // A shell that brings a running job back to the front says nothing of it.
  const looking = setInterval(begin, LOOK_MS).unref();
  return () => {
    clearInterval(looking);
    stdin.off('data', take);
    end();
    stdin.unref();
  };
}

/** How often a process that was suspended looks whether the terminal is its own again. */
const LOOK_MS = 1000;
const [GROUP, FOREGROUND_GROUP] = [2, 5];

/** Whether the terminal is this process's to read from now. */
function isInForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[GROUP] === fields[FOREGROUND_GROUP];
  } catch {
    const state = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
    return state.status === 0 && state.stdout.includes('+');
  }
}
