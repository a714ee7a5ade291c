import { setFlagsFromString } from 'node:v8';

import { protectBuiltIns } from '../../loading/guard-process.ts';
import { forgiveViolations } from '../../loading/stray-failures.ts';
import { watchTurns } from '../../loading/watch-turns.ts';
import { turnMsMax } from './options/turn-ms-max.ts';
import { type Terminal } from './terminal.ts';

/** Makes this process one that strategies may be loaded into; before any is. */
export function armProcess(command: string, { err }: Terminal): void {
  // A day that waits for polls makes little garbage: with a nursery that stays small it holds a quarter less memory.
  if (['run', 'daemon'].includes(command)) setFlagsFromString('--semi-space-growth-factor=1');
  protectBuiltIns();
  watchTurns(turnMsMax(process.env));
  forgiveViolations((refused) => {
    err(`${refused}\n`);
  });
}
