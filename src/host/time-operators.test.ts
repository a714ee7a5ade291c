import { DateTime } from 'luxon';
import {
  animationFrames,
  animationFrameScheduler,
  asapScheduler,
  asyncScheduler,
  auditTime,
  bufferTime,
  concatMap,
  debounceTime,
  defer,
  delay,
  interval,
  map,
  merge,
  NEVER,
  Observable,
  observeOn,
  of,
  queueScheduler,
  range,
  sampleTime,
  scheduled,
  take,
  throttleTime,
  timeInterval,
  timeout,
  timer,
  timestamp,
  windowTime,
} from 'rxjs';
import { describe, expect, it } from 'vitest';

import { alert } from '../strategy/commands.ts';
import { type TimedCommand } from '../ports/run-host.ts';
import { ist } from './testing/inputs.ts';
import { play, runOf } from './testing/scripted-run.ts';

const START = ist('09:00');

/** What a stream emits in a run of an hour: milliseconds after the start, and the value. */
function emissions(stream: () => Observable<unknown>): readonly string[] {
  const commands = play(
    runOf(() => stream().pipe(map((value) => alert('info', String(value))))),
    [],
    { startMs: START, untilMs: ist('10:00') },
  );
  return commands.map(said);
}

function said({ atMs, command }: TimedCommand): string {
  return `${String(atMs - START)} ${command.kind === 'alert' ? command.message : command.kind}`;
}

/** Values at 0, 10, 20, 100 and 110 ms. */
function bursts(): Observable<number> {
  return of(0, 10, 20, 100, 110).pipe(
    concatMap((atMs, index) => timer(new Date(START + atMs)).pipe(map(() => index))),
  );
}

describe('RxJS in a run', () => {
  const cases: readonly [string, () => Observable<unknown>, readonly string[]][] = [
    ['interval', () => interval(1_000).pipe(take(2)), ['1000 0', '2000 1']],
    ['timer', () => timer(250), ['250 0']],
    ['timer with a period', () => timer(5, 10).pipe(take(3)), ['5 0', '15 1', '25 2']],
    ['timer at a date', () => timer(new Date(START + 40)), ['40 0']],
    ['delay', () => of('x').pipe(delay(70)), ['70 x']],
    ['debounceTime', () => bursts().pipe(debounceTime(50)), ['70 2', '110 4']],
    ['throttleTime', () => bursts().pipe(throttleTime(50)), ['0 0', '100 3']],
    ['auditTime', () => bursts().pipe(auditTime(50)), ['50 2', '150 4']],
    ['sampleTime', () => bursts().pipe(sampleTime(60)), ['60 2']],
    ['bufferTime', () => bursts().pipe(bufferTime(60), take(1)), ['60 0,1,2']],
    [
      'windowTime',
      () =>
        bursts().pipe(
          windowTime(60),
          map((_, index) => index),
          take(2),
        ),
      ['0 0', '60 1'],
    ],
    ['timeout', () => NEVER.pipe(timeout({ each: 90, with: () => of('late') })), ['90 late']],
    [
      'timeInterval',
      () =>
        timer(30).pipe(
          timeInterval(),
          map((item) => item.interval),
        ),
      ['30 30'],
    ],
    [
      'timestamp',
      () =>
        timer(30).pipe(
          timestamp(),
          map((item) => item.timestamp - START),
        ),
      ['30 30'],
    ],
    ['asap', () => of('x').pipe(observeOn(asapScheduler)), ['0 x']],
    ['async', () => of('x').pipe(observeOn(asyncScheduler)), ['0 x']],
    ['queue', () => of('x').pipe(observeOn(queueScheduler)), ['0 x']],
    [
      'asap with a delay',
      () => scheduled(of('x'), asapScheduler).pipe(delay(20, asapScheduler)),
      ['20 x'],
    ],
    [
      'animation frames',
      () =>
        animationFrames().pipe(
          map(({ elapsed }) => elapsed),
          take(2),
        ),
      ['16 16', '32 32'],
    ],
    ['animation frame scheduler', () => of('x').pipe(observeOn(animationFrameScheduler)), ['16 x']],
  ];

  it.each(cases)('%s follows the clock of the run', (_, stream, expected) => {
    expect(emissions(stream)).toEqual(expected);
  });

  it('runs asap work after the code that queued it and before any timer', () => {
    const order = emissions(() =>
      merge(
        timer(0).pipe(map(() => 'timer')),
        of('asap').pipe(observeOn(asapScheduler)),
        of('now'),
      ),
    );
    expect(order).toEqual(['0 now', '0 asap', '0 timer']);
  });
});

describe('globals in a run', () => {
  const cases: readonly [string, () => Observable<unknown>, readonly string[]][] = [
    ['Date.now', () => timer(5).pipe(map(() => Date.now() - START)), ['5 5']],
    [
      'new Date',
      () => timer(5).pipe(map(() => new Date().toISOString())),
      ['5 2026-11-20T03:30:00.005Z'],
    ],
    [
      'Date as a function',
      () => defer(() => of(Date())),
      ['0 Fri Nov 20 2026 09:00:00 GMT+0530 (India Standard Time)'],
    ],
    [
      'local parts of a Date',
      () =>
        defer(() =>
          of(
            [new Date().getHours(), new Date().getDay(), new Date().getTimezoneOffset()].join(' '),
          ),
        ),
      ['0 9 5 -330'],
    ],
    [
      'a Date of local parts',
      () => defer(() => of(new Date(2026, 10, 20, 9, 20).getTime() - START)),
      ['0 1200000'],
    ],
    [
      'a Date of a text without zone',
      () => defer(() => of(new Date('2026-11-20T09:20').getTime() - START)),
      ['0 1200000'],
    ],
    [
      'a Date of a text with zone',
      () => defer(() => of(new Date('2026-11-20T03:50:00Z').getTime() - START)),
      ['0 1200000'],
    ],
    [
      'a Date of no date',
      () => defer(() => of(`${String(new Date('garbage'))} ${String(Date.parse('garbage'))}`)),
      ['0 Invalid Date NaN'],
    ],
    [
      'setting local parts',
      () => defer(() => of(new Date(new Date().setHours(15, 30)).toISOString())),
      ['0 2026-11-20T10:00:00.000Z'],
    ],
    [
      'toLocaleTimeString',
      () => defer(() => of(new Date().toLocaleTimeString('en-GB'))),
      ['0 09:00:00'],
    ],
    ['performance.now', () => timer(5).pipe(map(() => performance.now() - START)), ['5 5']],
    [
      'luxon',
      () => timer(5).pipe(map(() => DateTime.now().toISO())),
      ['5 2026-11-20T09:00:00.005+05:30'],
    ],
    [
      'luxon parsing',
      () => defer(() => of(DateTime.fromISO('2026-11-20T09:20').toMillis() - START)),
      ['0 1200000'],
    ],
  ];

  it.each(cases)('%s follows the clock of the run, in IST', (_, stream, expected) => {
    expect(emissions(stream)).toEqual(expected);
  });

  it('setTimeout, setInterval, setImmediate and queueMicrotask follow the clock of the run', () => {
    const order = emissions(
      () =>
        new Observable<string>((subscriber) => {
          setTimeout(
            (word: string) => {
              subscriber.next(word);
            },
            20,
            'timeout',
          );
          const cleared = setTimeout(() => {
            subscriber.next('cleared');
          }, 10);
          clearTimeout(cleared);
          let ticks = 0;
          const ticking = setInterval(() => {
            ticks += 1;
            subscriber.next(`tick ${String(ticks)}`);
            if (ticks === 2) clearInterval(ticking);
          }, 15);
          setImmediate(() => {
            subscriber.next('immediate');
          });
          queueMicrotask(() => {
            subscriber.next('microtask');
          });
        }),
    );
    expect(order).toEqual(['0 microtask', '0 immediate', '15 tick 1', '20 timeout', '30 tick 2']);
  });

  it('timers set for one instant fire in the order in which they were set', () => {
    const order = emissions(() =>
      merge(...[30, 10, 30, 10].map((dueMs, index) => timer(dueMs).pipe(map(() => index)))),
    );
    expect(order).toEqual(['10 1', '10 3', '30 0', '30 2']);
  });

  it('a timer may be an object that Node would give', () => {
    const order = emissions(
      () =>
        new Observable<boolean>((subscriber) => {
          const held = setTimeout(() => {
            subscriber.next(false);
          }, 10);
          subscriber.next(held.unref().ref() === held);
          held.close();
        }),
    );
    expect(order).toEqual(['0 true']);
  });

  it('Math.random and crypto draw from the seed', () => {
    const draw = (seed: string): readonly TimedCommand[] =>
      play(
        runOf(
          () =>
            range(0, 3).pipe(
              map(() =>
                alert(
                  'info',
                  [
                    Math.random(),
                    crypto.randomUUID(),
                    crypto.getRandomValues(new Uint16Array(2)).join(),
                  ].join(' '),
                ),
              ),
            ),
          { seed },
        ),
        [],
      );
    expect(draw('one')).toEqual(draw('one'));
    expect(draw('one')).not.toEqual(draw('two'));
    expect(JSON.stringify(draw('one'))).toMatch(
      /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/,
    );
  });
});
