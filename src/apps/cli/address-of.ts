import { type ControlOptions } from './control-options.ts';

/** Makes commands reach the account that was asked about: adds the `--config`, `--journal` or `--sim` that was given. */
export function addressOf(options: ControlOptions): (command: string) => string {
  const given = (['config', 'journal', 'sim'] as const).flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : ` --${name} ${inShell(value)}`;
  });
  return (command) => `${command}${given.join('')}`;
}

function inShell(word: string): string {
  return /^[\w@./:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
