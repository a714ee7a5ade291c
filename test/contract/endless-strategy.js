import { AsyncResource } from 'node:async_hooks';

import { concat, defer, finalize, interval, map, merge, take } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

const FOR_EVER = () => {
  for (;;);
};

function* endlessly() {
  for (;;) yield 1;
}

/** Code that does not return, each kind in the midst of something else. */
const ENDLESS = {
  loop: FOR_EVER,
  caught: () => {
    for (;;) {
      try {
        FOR_EVER();
      } catch {
        // Not even here.
      } finally {
        FOR_EVER();
      }
    }
  },
  sort: () => [3, 1, 2].sort(FOR_EVER),
  pattern: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  generator: () => {
    for (const _ of endlessly());
  },
  owner: () => new AsyncResource('own').runInAsyncScope(FOR_EVER),
  subscription: () => {
    for (;;) interval(1).pipe(map(String)).subscribe().unsubscribe();
  },
  printing: () => {
    for (;;) new Error('looked at').stack;
  },
  text: () => JSON.stringify({ toJSON: FOR_EVER }),
  stacks: () => {
    Error.prepareStackTrace = () => 'for a moment';
    Error.stackTraceLimit = 0;
    FOR_EVER();
  },
};

/** The first line of a stack: the same wherever it was thrown. */
const stackOf = (error) => error.stack.split('\n', 1);

/** Says what it is told, and how it sees time and chance; after some prices, or some ticks, one of its kind does not return. */
export default defineStrategy({
  name: 'endless',
  params: z.object({
    how: z.enum(['never', ...Object.keys(ENDLESS)]).default('never'),
    where: z.enum(['price', 'timer', 'end', 'stop']).default('price'),
    after: z.int().default(3),
    /** How much work a price is. */
    work: z.int().default(0),
  }),
  run: ({ params: { how, where, after, work }, prices }) => {
    const breakAt = (here, n) => (here === where && n === after ? ENDLESS[how]?.() : undefined);
    return merge(
      interval(1_000).pipe(
        map((n) => {
          breakAt('timer', n);
          return alert('info', `${n} ${Math.random()} ${new Date().toString()}`);
        }),
      ),
      prices('NIFTY').pipe(
        finalize(() => breakAt('stop', after)),
        map(({ lastPaise }, n) => {
          let sum = 0;
          for (let step = 0; step < work; step += 1) sum += Math.sqrt(step);
          breakAt('price', n);
          return alert('info', `${lastPaise} ${n} ${sum} ${stackOf(new Error('seen'))}`);
        }),
      ),
      concat(
        interval(700).pipe(take(after), map(String)),
        defer(() => {
          breakAt('end', after);
          return [];
        }),
      ).pipe(map((text) => alert('info', text))),
    );
  },
});
