import { type RunDayOptions } from './run-day-options.ts';

/** Options that mark progress as that of an earlier process until `begin` is called: before, this one has done nothing. */
export function markRecovered(options: RunDayOptions): {
  readonly options: RunDayOptions;
  readonly begin: () => void;
} {
  const { onProgress } = options;
  if (onProgress === undefined) return { options, begin: () => undefined };
  let isRecovered = true;
  const marked: RunDayOptions = {
    ...options,
    onProgress: (progress) => {
      onProgress({ ...progress, isRecovered });
    },
  };
  return {
    options: marked,
    begin: () => {
      isRecovered = false;
    },
  };
}
