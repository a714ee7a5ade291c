import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import { define, type NoFacts } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

/** The process, its clock and the calendar that it goes by. */
export const PROCESS = {
  restarted: define<{ readonly awaySeconds: number }>({
    severity: 'warning',
    meaning: 'The program was started again in the middle of its day.',
    action: 'Read the notices that follow: they name everything that waits for you.',
    text: ({ awaySeconds }) => `The program restarted after ${String(awaySeconds)} s`,
  }),
  stalled: define<{
    readonly fromMs: number;
    readonly toMs: number;
    readonly legs: readonly {
      readonly leg: string;
      readonly units: number;
      readonly symbol: string;
    }[];
    readonly positions: readonly string[];
    readonly ordersAtWork: number;
  }>({
    severity: {
      among: ['warning', 'critical'],
      of: ({ legs, positions, ordersAtWork }) =>
        legs.length + positions.length + ordersAtWork === 0 ? 'warning' : 'critical',
    },
    meaning: 'The process stood still for seconds: nothing could leave meanwhile.',
    action: 'Find out why: a suspended machine, too little CPU, or a clock that was set forward.',
    text: ({ fromMs, toMs, legs, positions, ordersAtWork }) => {
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
  }),
  'winding-down': define<NoFacts>({
    severity: 'info',
    meaning: 'The program ends: nothing leaves that adds risk.',
    action: 'Nothing.',
    text: () =>
      'The program is ending: no entry, start or signal leaves any more; exits, and stops for what still fills, do',
  }),
  'clock-set-back': define<{ readonly behindMs: number }>({
    severity: 'critical',
    meaning:
      "The machine's clock is behind the time of the day, and the account is halted already.",
    action: "Set the machine's clock right.",
    text: ({ behindMs }) => `The time is in doubt: ${clockSetBackText(behindMs)}`,
  }),
  'platform-clock-differs': define<{
    /** Of the day's clock; negative where it is behind. */
    readonly aheadMs: number;
  }>({
    severity: 'critical',
    meaning:
      "The day's clock differs from the platform's: what is bound to a time comes early or late.",
    action: "Set the machine's clock right (chrony or ntpd).",
    text: ({ aheadMs }) => {
      const consequence =
        aheadMs > 0
          ? 'What is bound to a time of day, exits too, comes too early by as much'
          : 'What is bound to a time of day, exits and square-offs too, comes too late by as much';
      return `The time is in doubt: ${platformClockText(aheadMs)}. ${consequence}`;
    },
  }),
  'platform-clock-agrees': define<{
    /** Whether a halt for the clock still holds. */
    readonly isHalted: boolean;
  }>({
    severity: {
      among: ['info', 'warning'],
      of: ({ isHalted }) => (isHalted ? 'warning' : 'info'),
    },
    meaning: "The day's clock agrees with the platform's again.",
    action: '`sauda resume` where the account was halted for it.',
    text: ({ isHalted }) => {
      const next = isHalted ? `; entries again after: ${operatorCommands.resume().join()}` : '';
      return `The clock of this day agrees with the platform's again${next}`;
    },
  }),
  'calendar-unverified': define<{
    readonly date: string;
    readonly verifiedFrom: string;
    readonly verifiedThrough: string;
    readonly isLive: boolean;
  }>({
    severity: {
      among: ['warning', 'critical'],
      of: ({ isLive }) => (isLive ? 'critical' : 'warning'),
    },
    meaning: 'The day is outside of what the calendar was verified for.',
    action: 'Check the circulars, then extend the calendar.',
    text: ({ date, verifiedFrom, verifiedThrough, isLive }) =>
      `The calendar is not verified for ${date} (verified from ${verifiedFrom} through ${verifiedThrough}): ${isLive ? 'entries are refused' : 'hours may be wrong'}`,
  }),
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
