import { type PositionView } from '../../../runtime/day-view.ts';

/** Whether a position is open: a leg that holds something, or a custom position that is, or may be, at the platform. */
export function isOpen({ netUnits, custom }: PositionView): boolean {
  return custom === null
    ? netUnits !== 0
    : ['starting', 'started', 'start-unknown', 'squaring-off'].includes(custom);
}
