import { type Notice } from '../../notices/notice.ts';
import { type AlertSignal } from './alert.ts';
import { type AlertRow, type NoticedRow } from './alert-table.ts';

/** Alerts that one notice raises and another ends. */
export const NOTICED = {
  'clock-offset': {
    severity: 'critical',
    raisedBy: ['platform-clock-differs'],
    clearedBy: ['platform-clock-agrees'],
    endsWithOpening: false,
    fires: "the day's clock differs from the platform's; ahead of it, `halted` names it instead",
    clears: 'it agrees again',
    action: "Set the machine's clock right (chrony or ntpd)",
  },
  'books-differ': {
    severity: 'critical',
    raisedBy: ['books-differ'],
    clearedBy: ['books-agree'],
    endsWithOpening: false,
    fires: 'the books differ from the independent count in another way than before',
    clears: 'they agree again',
    action: 'Compare positions with the platform before you resume',
  },
  'journal-trouble': {
    severity: 'critical',
    raisedBy: ['journal-unwritable'],
    clearedBy: ['journal-writable'],
    endsWithOpening: true,
    fires: 'the journal cannot be written: nothing is sent, no exit either',
    clears: 'it can be written again, or a day opens with it',
    action: 'Make room on its disk',
  },
  'orders-doubtful': {
    severity: 'critical',
    raisedBy: ['order-list-doubtful'],
    clearedBy: ['order-list-reliable'],
    endsWithOpening: true,
    fires: "the platform's list of orders cannot be relied on",
    clears: 'it can be relied on again, or a day opens',
    action: 'Look at the platform for what the list may hide',
  },
  'login-fails': {
    severity: 'critical',
    raisedBy: ['login-fails'],
    clearedBy: [],
    endsWithOpening: true,
    fires: 'the platform cannot be reached to log in before a day opens',
    clears: 'the day opens',
    action: 'Read the cause, and watch open positions on the platform: sauda login',
  },
  'day-not-open': {
    severity: 'critical',
    raisedBy: ['day-refused', 'day-lost', 'day-missed', 'day-not-begun'],
    clearedBy: [],
    endsWithOpening: true,
    fires: 'a day cannot begin (a refused login), is lost, or passed while the machine slept',
    clears: 'a day opens',
    action: 'Read the cause; watch open positions on the platform meanwhile',
  },
  'source-silent': {
    severity: 'critical',
    raisedBy: ['sources-given-up', 'source-failed'],
    clearedBy: ['sources-back'],
    isRaisedBy: hasEnded,
    isOfRun: true,
    endsWithOpening: true,
    fires: "a run's own source has ended, or its process is given up: the run decides without it",
    clears: 'its sources are opened again, as by a reload, or a day opens',
    action: 'Look at its legs: sauda status; then fix the source, and reload it or restart',
  },
} as const satisfies Readonly<Record<string, NoticedRow>>;

/** A source that gives values which are left out continues. */
function hasEnded({ code, facts }: Notice): boolean {
  return code !== 'source-failed' || facts.what === 'ended' || facts.what === 'not-opened';
}

/** Alerts about the process itself. */
export const OF_PROCESS = {
  'opens-late': {
    severity: 'critical',
    fires:
      'a trading day is not open `alerts.opensWithin` after its time, or after the start of the program',
    clears: 'the day opens',
    action: 'Look at the output of the program; watch open positions on the platform: sauda status',
  },
  'disk-low': {
    severity: 'critical',
    fires: 'less space is free beside the journal than `alerts.diskFreeMiB`',
    clears: 'a tenth more than that is free',
    action: 'Make room before the journal cannot be written: nothing is sent then, no exit either',
  },
  'channel-fails': {
    severity: 'critical',
    fires:
      'a channel of alerts, or the dead-man ping, gives a message up (reported on the other channels)',
    clears: 'it delivers again',
    action: 'Check its settings and the network: sauda alerts test',
  },
} as const satisfies Readonly<Record<string, AlertRow>>;

/** The alert of a row about the process. */
export function signalOfProcess(
  code: keyof typeof OF_PROCESS,
  {
    of = '',
    what,
    notVia = null,
  }: { readonly of?: string; readonly what: string; readonly notVia?: string | null },
): AlertSignal {
  const { severity, action } = OF_PROCESS[code];
  const key = `${code} ${of}`;
  return { key, code, severity, runId: null, what, action, lasts: 'clears', notVia };
}
