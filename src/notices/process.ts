import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import {
  critical,
  type Flags,
  graded,
  info,
  type Lists,
  type NoFacts,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';

/** The process, its clock and the calendar that it goes by. */
export const PROCESS = {
  restarted: warning<Numbers<'awaySeconds'>>(
    ({ awaySeconds }) => `The program restarted after ${String(awaySeconds)} s`,
  ),
  stalled: graded<
    Numbers<'fromMs' | 'toMs' | 'ordersAtWork'> &
      Lists<'positions'> & {
        readonly legs: readonly (Texts<'leg' | 'symbol'> & Numbers<'units'>)[];
      }
  >(
    ['warning', 'critical'],
    ({ legs, positions, ordersAtWork }) =>
      legs.length + positions.length + ordersAtWork === 0 ? 'warning' : 'critical',
    ({ fromMs, toMs, legs, positions, ordersAtWork }) => {
      const risk = [
        ...legs.map(({ leg, units, symbol }) => `leg "${leg}" ${String(units)} units of ${symbol}`),
        ...positions.map((position) => `custom position "${position}"`),
        ...(ordersAtWork === 0 ? [] : [`${counted(ordersAtWork, 'order')} working`]),
      ];
      const meanwhile =
        risk.length === 0
          ? 'Nothing was open and no order was working'
          : `Meanwhile no stop, exit or square-off could leave for: ${risk.join(', ')}`;
      const between = `from ${istClock(fromMs)} to ${istClock(toMs)} IST`;
      return `The program stood still for ${tenths(toMs - fromMs)} s (${between}): it was stopped, or the machine slept, had too much to do, or had its clock set forward. ${meanwhile}. The orders are polled before anything leaves`;
    },
  ),
  'clock-too-fast': warning<Numbers<'speed' | 'lower'>>(
    ({ speed, lower }) =>
      `Entries are refused because their data is stale or missing, and the clock goes ${String(speed)} times as fast as real time: this machine may not keep up. Start the simulator with a lower speed: --speed ${String(lower)}`,
  ),
  'winding-down': info<NoFacts>(
    () =>
      'The program is ending: it still sends exits, and stops for what fills; entries, starts and signals are over',
  ),
  'clock-set-back': critical<Numbers<'behindMs'>>(
    ({ behindMs }) => `The time is in doubt: ${clockSetBackText(behindMs)}`,
  ),
  'platform-clock-differs': critical<{
    /** Of the day's clock; negative where it is behind. */
    readonly aheadMs: number;
  }>(({ aheadMs }) => {
    const consequence =
      aheadMs > 0
        ? 'What is bound to a time of day, exits too, comes too early by as much'
        : 'What is bound to a time of day, exits and square-offs too, comes too late by as much';
    return `The time is in doubt: ${platformClockText(aheadMs)}. ${consequence}`;
  }),
  'platform-clock-agrees': graded<Flags<'isHalted'>>(
    ['info', 'warning'],
    ({ isHalted }) => (isHalted ? 'warning' : 'info'),
    ({ isHalted }, _, commands) => {
      const next = isHalted ? `; entries again after: ${commands.resume().join()}` : '';
      return `The clock of this day agrees with the platform's again${next}`;
    },
  ),
  'alert-channel-fails': warning<Texts<'channel' | 'detail'>>(
    ({ channel, detail }) =>
      `Alerts do not arrive over "${channel}": ${detail}. The other channels get them; try it: sauda alerts test --channel ${channel}`,
  ),
  'alert-channel-works': info<Texts<'channel'>>(
    ({ channel }) => `Alerts arrive over "${channel}" again`,
  ),
  'calendar-unverified': graded<
    Texts<'date' | 'verifiedFrom' | 'verifiedThrough'> & Flags<'isLive'>
  >(
    ['warning', 'critical'],
    ({ isLive }) => (isLive ? 'critical' : 'warning'),
    ({ date, verifiedFrom, verifiedThrough, isLive }) =>
      `The calendar is not verified for ${date} (verified from ${verifiedFrom} through ${verifiedThrough}): ${isLive ? 'entries are refused' : 'hours may be wrong'}`,
  ),
};

/** Why the account is halted when the machine's clock goes back. */
export function clockSetBackText(behindMs: number): string {
  return `the machine's clock is ${tenths(behindMs)} s behind the time of this day: it was set back, or was ahead before`;
}

/** Why the account is halted when the day's clock is ahead of the platform's. */
export function platformClockText(aheadMs: number): string {
  const seconds = tenths(Math.abs(aheadMs));
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  // A day never goes back: only time in which no program runs brings it into step.
  const restart =
    aheadMs > 0 ? `, then restart the program and leave it down for ${seconds} s` : '';
  return `the clock of this day is at least ${seconds} s ${way} the platform's, by the Date of its answers; set the machine's clock (chrony or ntpd)${restart}`;
}

function tenths(ms: number): string {
  return (ms / 1000).toFixed(1);
}
