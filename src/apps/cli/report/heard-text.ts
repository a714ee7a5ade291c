import { type TracedSource } from '../../../model/runs/trace.ts';
import { istClock } from '../../../model/time/ist.ts';

const SOURCE_WORDS: Readonly<Record<TracedSource['state'], string>> = {
  silent: 'had not spoken yet',
  fits: 'spoke last',
  unfit: 'brought a value that does not fit its fields',
  stale: 'was stale: it spoke last',
};

/** What the last value of a source was worth, and when it came: `"vix" spoke last at 10:42:00`. */
export function heardText({ name, state, heardAtMs }: TracedSource): string {
  const at = heardAtMs === null ? '' : ` at ${istClock(heardAtMs)}`;
  return `"${name}" ${SOURCE_WORDS[state]}${at}`;
}
