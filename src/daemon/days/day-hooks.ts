import { type RunDayOptions } from '../run-day-options.ts';
import { type RunDaemonOptions } from './run-daemon-options.ts';

type Hook = 'onProgress' | 'onNotice' | 'onBeat' | 'onDivergence' | 'listenForHalt';

/** What each day takes from the process as it is. */
export function hooksOf(options: RunDaemonOptions): Pick<RunDayOptions, Hook> {
  const { onProgress, onNotice, onBeat, onDivergence = 'hold', listenForHalt } = options;
  return {
    onDivergence,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(onNotice === undefined ? {} : { onNotice }),
    ...(onBeat === undefined ? {} : { onBeat }),
    ...(listenForHalt === undefined ? {} : { listenForHalt }),
  };
}
