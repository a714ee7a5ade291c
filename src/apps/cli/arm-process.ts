import { protectBuiltIns } from '../../loading/guard-process.ts';
import { forgiveViolations } from '../../loading/stray-failures.ts';
import { watchTurns } from '../../loading/watch-turns.ts';
import { turnMsMax } from './options/turn-ms-max.ts';
import { type Terminal } from './terminal.ts';

/** Makes this process one that strategies may be loaded into; before any is. */
export function armProcess({ err }: Terminal): void {
  protectBuiltIns();
  watchTurns(turnMsMax(process.env));
  forgiveViolations((refused) => {
    err(`${refused}\n`);
  });
}
