import { type DayPicture } from '../audit/day-picture.ts';
import { type DayJournal } from '../day/journal/open-day-journal.ts';
import { type DrivenDay } from './drive-day.ts';
import { type HeardDay } from './hear-outside.ts';
import { type Readiness } from './readiness/open-readiness.ts';
import { type RunDayOptions } from './run-day-options.ts';
import { askDay } from './stages/ask-staged.ts';
import { openStageDesk } from './stages/stage-desk.ts';

/** Opens the day to whoever follows the account. Returns what closes it. */
export function announceDay(
  options: RunDayOptions,
  {
    venue,
    day,
    trading,
    shadow,
    reloads,
    blocks,
  }: DrivenDay & Pick<HeardDay, 'reloads'> & Pick<DayJournal, 'blocks'>,
  { live }: Pick<Readiness, 'live'>,
): () => void {
  const close = options.board?.openDay({
    date: day.date,
    clock: venue.time.clock,
    audit: trading.auditLive,
    picture: () => withShadowBooks(trading.picture(), shadow),
    processes: () => trading.host.processes?.() ?? null,
    sourceProcesses: () => trading.sourceProcesses?.() ?? null,
    reckon: () => trading.reckon(),
    ask: (request) => askDay({ trading, shadow, reloads }, request),
    note: (notice) => {
      trading.note(notice);
    },
    live,
    stages: openStageDesk(options),
    blocks,
  });
  return close ?? (() => undefined);
}

function withShadowBooks(picture: DayPicture, shadow: DrivenDay['shadow']): DayPicture {
  return shadow === null ? picture : { ...picture, shadow: shadow.trading.view() };
}
