import { concat, from, map, NEVER, Observable, of, range, repeat, throwError, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { alert, squareOff } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { ist } from './testing/inputs.ts';
import { runOf } from './testing/scripted-run.ts';
import { type Turn } from '../ports/run-host.ts';

const START = ist('09:00');
const note = (message: unknown): Command => alert('info', String(message));

/** How a run of a strategy stands a second after its start. */
function outcome(run: (context: StrategyContext<unknown>) => Observable<Command>): Turn {
  const strategyRun = runOf(run);
  strategyRun.start(START);
  return strategyRun.advanceTo(START + 1_000);
}

describe('a run that fails', () => {
  const failures: readonly [
    string,
    (context: StrategyContext<unknown>) => Observable<Command>,
    RegExp,
  ][] = [
    [
      'throws at once',
      () => {
        throw new RangeError('no such leg');
      },
      /^RangeError: no such leg \(at .*run-failure\.test\.ts:\d+:\d+\)$/,
    ],
    [
      'throws in a stream',
      () =>
        timer(5).pipe(
          map(() => {
            throw new TypeError('odd');
          }),
        ),
      /^TypeError: odd \(at .*run-failure\.test\.ts:\d+:\d+\)$/,
    ],
    [
      'throws in a callback of its own',
      () =>
        new Observable(() => {
          setTimeout(() => {
            throw new SyntaxError('mine');
          }, 5);
        }),
      /^SyntaxError: mine/,
    ],
    [
      'subscribes by itself and gets an error',
      () => {
        throwError(() => new EvalError('unheard')).subscribe();
        return NEVER;
      },
      /^EvalError: unheard/,
    ],
    [
      'ends with an error that is none',
      () =>
        new Observable((subscriber) => {
          subscriber.error({ code: 7 });
        }),
      /^The strategy threw \{"code":7\}/,
    ],
    [
      'returns no stream',
      () => undefined as unknown as Observable<Command>,
      /must return an Observable/,
    ],
    [
      'is async',
      (async () => Promise.resolve(NEVER)) as never,
      /found a Promise, so take "async" away \(at /,
    ],
    ['emits what is no command', () => of(42 as unknown as Command), /not a command: found 42/],
    [
      'emits an unknown command',
      () => of({ kind: 'buy' } as unknown as Command),
      /found kind "buy"/,
    ],
    [
      'emits a number that JSON loses',
      () =>
        of({ kind: 'modify', leg: 'ce', role: 'stop', terms: { kind: 'limit', pricePaise: NaN } }),
      /modify\.terms\.pricePaise is NaN/,
    ],
    [
      'emits an object with a class',
      () => of({ kind: 'alert', severity: 'info', message: new Date(0) as unknown as string }),
      /alert\.message is a Date/,
    ],
    [
      'emits without end',
      () => range(0, Infinity).pipe(map(note)),
      /more than 1000 commands at one instant/,
    ],
    [
      'emits without end in timers',
      () =>
        new Observable((subscriber) => {
          const again = (): void => {
            subscriber.next(note('again'));
            setTimeout(again, 0);
          };
          again();
        }),
      /more than 1000 commands at one instant/,
    ],
    [
      'loops in timers of no delay',
      () =>
        new Observable(() => {
          const again = (): void => {
            setTimeout(again, 0);
          };
          again();
        }),
      /More than 100000 timers fired at one instant/,
    ],
    [
      'loops in microtasks',
      () =>
        new Observable(() => {
          const again = (): void => {
            queueMicrotask(again);
          };
          again();
        }),
      /at one instant/,
    ],
    [
      'repeats an empty interval',
      () =>
        timer(0).pipe(
          repeat(),
          map(() => squareOff('x')),
        ),
      /at one instant/,
    ],
    [
      'calls fetch',
      () => {
        void fetch('https://orders.example.test');
        return NEVER;
      },
      /cannot call fetch\(\).*defineSource\(\)/,
    ],
    [
      'waits for a promise',
      () => from(Promise.resolve(note('late'))),
      /cannot wait for a promise.*defineSource\(\)/,
    ],
    [
      'waits for a promise and hides the error',
      () => {
        try {
          void Promise.resolve().then(() => undefined);
        } catch {
          /* hidden */
        }
        return NEVER;
      },
      /cannot wait for a promise/,
    ],
    [
      'reads a source that it does not declare',
      (context) => context.from({ name: 'vix', open: () => of(1) }).pipe(map(note)),
      /Cannot read the source "vix".*declares none/,
    ],
    [
      'asks for a time that is none',
      (context) => context.at('9:20').pipe(map(note)),
      /Cannot take "9:20" for a time/,
    ],
    [
      'asks for a cron expression that is none',
      (context) => context.cron('61 9 * * *').pipe(map(note)),
      /Cannot read cron\("61 9 \* \* \*"\): minute/,
    ],
    [
      'stores too much',
      (context) => {
        context.store.set('big', 'x'.repeat(70_000));
        return NEVER;
      },
      /store holds at most 65536/,
    ],
  ];

  it.each(failures)('%s: says why', (_, run, message) => {
    const { state, failure } = outcome(run);
    expect(failure).toMatch(message);
    expect(state).toBe('failed');
  });

  it('keeps the commands decided before, and nothing after', () => {
    const run = runOf(() =>
      concat(
        of(note('before')),
        throwError(() => new RangeError('x')),
        of(note('after')),
      ),
    );
    const turn = run.start(START);
    expect(turn.commands.map(({ command }) => command)).toEqual([note('before')]);
    expect(run.advanceTo(START + 5_000)).toMatchObject({
      state: 'failed',
      commands: [],
      watches: null,
    });
  });

  it('may fail in its teardown without a second failure', () => {
    const run = runOf(
      () =>
        new Observable((subscriber) => {
          subscriber.add(() => {
            throw new RangeError('teardown');
          });
          setTimeout(() => {
            subscriber.error(new RangeError('first'));
          }, 5);
        }),
    );
    run.start(START);
    expect(run.advanceTo(START + 10).failure).toMatch(/first/);
  });
});
