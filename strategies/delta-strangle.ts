import { existsSync } from 'node:fs';

import {
  defaultIfEmpty,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  startWith,
  switchMap,
  take,
  takeUntil,
  timer,
  withLatestFrom,
} from 'rxjs';
import {
  alert,
  type Command,
  defineSource,
  defineStrategy,
  lots,
  type OptionType,
  percent,
  percentNumber,
  place,
  protect,
  selectNow,
  sell,
  squareOff,
  z,
} from 'sauda';

/** Whether a file named `pause` is beside this one: while it is, nothing re-enters. */
const pause = defineSource<boolean>({
  name: 'pause',
  open: () =>
    timer(0, 5_000).pipe(
      map(() => existsSync(new URL('pause', import.meta.url))),
      distinctUntilChanged(),
    ),
});

/**
 * Delta strangle: at 09:30 sell a call and a put of delta 0.2, each with a stop order 40 % above its fill. A stopped
 * leg is sold again after a calm 5-minute bar (under 40 points), before 13:00, unless paused. Squares off at 15:10.
 */
export default defineStrategy({
  name: 'delta-strangle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    delta: z.number().min(0.05).max(0.5).default(0.2),
    stopPercent: percentNumber().default(40),
    calmPoints: z.number().positive().default(40),
  }),
  sources: [pause],
  run: ({ params, at, bars, chain, cron, fills, from, positions }) => {
    const options = chain(params.underlying, { quotedStrikes: 20 });
    const isPaused = from(pause).pipe(startWith(false));
    const calmBars = bars(params.underlying, 5).pipe(
      filter(({ highPaise, lowPaise }) => highPaise - lowPaise < params.calmPoints * 100),
    );
    const again = (leg: string, type: OptionType): Observable<Command> =>
      fills.pipe(
        filter((fill) => fill.legRef.leg === leg && fill.legRef.role === 'stop' && fill.isComplete),
        take(1),
        switchMap(() => calmBars),
        withLatestFrom(isPaused),
        filter(([, isHeldBack]) => !isHeldBack),
        take(1),
        selectNow(options),
        map(({ byDelta }) =>
          place(sell(byDelta(type, params.delta), { leg: `${leg}-again`, lots: params.lots })),
        ),
        takeUntil(at('13:00', { late: 'run' })),
      );
    return merge(
      at('09:30').pipe(
        selectNow(options),
        map(({ byDelta }) =>
          place(
            sell(byDelta('CE', params.delta), { leg: 'ce', lots: params.lots }),
            sell(byDelta('PE', params.delta), { leg: 'pe', lots: params.lots }),
          ),
        ),
        defaultIfEmpty(alert('warning', 'No entry: no fresh chain at 09:30')),
      ),
      merge(again('ce', 'CE'), again('pe', 'PE')),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      cron('30 10-14 * * *').pipe(
        withLatestFrom(positions),
        map(([, held]) => held.filter(({ netUnits }) => netUnits !== 0).map(({ leg }) => leg)),
        map((legs) => alert('info', `Held: ${legs.join(', ') || 'nothing'}`)),
      ),
      at('15:10', { late: 'run' }).pipe(map(() => squareOff('exit time'))),
    );
  },
});
