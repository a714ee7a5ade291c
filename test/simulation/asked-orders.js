import { concat, filter, map, merge, mergeMap, of, skip, switchMap, take } from 'rxjs';
import {
  buy,
  cancel,
  defineStrategy,
  limit,
  modify,
  place,
  points,
  protect,
  sell,
  squareOff,
} from 'sauda';

/** Orders whose reasons are known: each is asked for on a line that ends with the name of its question. */
export default defineStrategy({
  name: 'asked-orders',
  run: ({ at, chain, fills, prices }) => {
    const once = (time, made) =>
      at(time).pipe(
        switchMap(() => chain('NIFTY').pipe(take(1))),
        map(made),
      );
    const timed = once(
      '09:20',
      ({ atm }) => place(sell(atm.ce, { leg: 'timed', lots: 1 })), // timed
    );
    const followed = fills.pipe(
      filter(({ legRef }) => legRef.leg === 'timed' && legRef.role === 'entry'),
      take(1),
      switchMap(() => chain('NIFTY').pipe(take(1))),
      map(({ atm }) => place(buy(atm.pe, { leg: 'followed', lots: 2 }))), // followed
    );
    const stopped = fills.pipe(
      filter(({ legRef }) => legRef.leg === 'timed'),
      protect({ stop: points(400) }), // stopped
    );
    const priced = at('09:30').pipe(
      switchMap(() => chain('NIFTY').pipe(take(1))),
      switchMap(({ atm }) =>
        prices(atm.pe).pipe(
          skip(3),
          take(1),
          map(() => place(buy(atm.pe, { leg: 'priced', lots: 1 }))), // priced
        ),
      ),
    );
    const resting = once(
      '09:40',
      ({ atm }) => place(buy(atm.ce, { leg: 'resting', lots: 1, terms: limit(500) })), // resting
    );
    const changed = at('09:50').pipe(
      mergeMap(() => of(modify('resting', 'entry', limit(600)))), // changed
    );
    const dropped = at('10:00').pipe(map(() => cancel(['resting']))); // dropped
    const tooMuch = once(
      '10:10',
      ({ atm }) => place(buy(atm.ce, { leg: 'too-much', lots: 50 })), // too-much
    );
    const unheld = at('10:20').pipe(map(() => cancel(['never']))); // unheld
    const closed = at('11:00').pipe(map(() => squareOff('that is enough', ['priced']))); // closed
    return merge(
      ...[timed, followed, stopped, priced, resting, changed, dropped, tooMuch, unheld],
      concat(closed),
    );
  },
});
