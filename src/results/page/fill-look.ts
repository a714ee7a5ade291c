import { type BacktestFill } from '../backtest-result.ts';
import { type Mark } from './marks.ts';

/** How a fill is drawn and called: by what it did, so that it is clear without colour. */
export function fillLook({ role, side }: Pick<BacktestFill, 'role' | 'side'>): FillLook {
  if (role === 'entry') return side === 'buy' ? FILL_LOOKS[0] : FILL_LOOKS[1];
  return { exit: FILL_LOOKS[2], stop: FILL_LOOKS[3], target: FILL_LOOKS[4] }[role];
}

/** A mark with its meaning. */
export interface FillLook {
  readonly mark: Mark;
  readonly name: string;
  /** The mark within a line of text. */
  readonly sign: string;
}

/** All of them, for a legend. */
export const FILL_LOOKS = [
  { mark: 'up', name: 'entry, bought', sign: '▲' },
  { mark: 'down', name: 'entry, sold', sign: '▼' },
  { mark: 'cross', name: 'exit', sign: '✕' },
  { mark: 'square', name: 'stop', sign: '■' },
  { mark: 'diamond', name: 'target', sign: '◆' },
] as const satisfies readonly FillLook[];
