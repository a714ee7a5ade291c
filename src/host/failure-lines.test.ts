import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { delay, map, merge, mergeMap, NEVER, Observable, of, tap, timer } from 'rxjs';
import { expect, it } from 'vitest';

import { alert } from '../strategy/commands.ts';
import { defineStrategy, type StrategyDefinition } from '../strategy/define-strategy.ts';
import { ist } from './testing/inputs.ts';
import { runOf } from './testing/scripted-run.ts';

const FILE = fileURLToPath(import.meta.url);
const LINES = readFileSync(FILE, 'utf8').split('\n');
const WRONG = { kind: 'plcae' } as never;
const START = ist('09:00');

type Run = () => unknown;

function failureOf(run: Run): string {
  const started = runOf(
    defineStrategy({ name: 'wrong', run: run as StrategyDefinition['run'] }), // returns no stream
  );
  const { failure = '' } = started.start(START);
  return failure === '' ? (started.advanceTo(START + 10).failure ?? '') : failure;
}

const after = (): Observable<never> => timer(1) as Observable<never>;

it.each<readonly [mark: string, run: Run]>([
  [
    'waits for a promise',
    () =>
      after().pipe(
        mergeMap(() => {
          const promise: Promise<never> = Promise.resolve(WRONG); // waits for a promise
          return promise;
        }),
      ),
  ],
  [
    'is async',
    () =>
      after().pipe(
        // eslint-disable-next-line @typescript-eslint/require-await -- It is what the author did.
        mergeMap(async (): Promise<never> => WRONG), // is async
      ),
  ],
  [
    'asks the network',
    () =>
      after().pipe(
        mergeMap(() => {
          void fetch('http://127.0.0.1:9/'); // asks the network
          return NEVER;
        }),
      ),
  ],
  [
    'makes no command',
    () =>
      merge(
        after().pipe(map(() => alert('info', 'good'))),
        // prettier-ignore
        after().pipe( // makes no command
          delay(1),
          map(() => WRONG),
          tap(),
        ),
      ),
  ],
  [
    'lets go of no command',
    () =>
      // prettier-ignore
      of(WRONG).pipe( // lets go of no command
        delay(2),
        tap(),
      ),
  ],
  [
    'merges within a pipe',
    () =>
      of(WRONG).pipe(
        delay(1),
        (source) => merge(source, NEVER), // merges within a pipe
        (source) => source,
      ),
  ],
  [
    'emits by itself',
    () =>
      new Observable((subscriber) => {
        subscriber.next(WRONG); // emits by itself
      }),
  ],
  ['returns no stream', () => 5],
  ['returns no stream', () => of(WRONG)],
])('a strategy that %s fails with the line of its code', (mark, run) => {
  const line = LINES.findIndex((text) => text.endsWith(`// ${mark}`)) + 1;
  expect(failureOf(run)).toMatch(new RegExp(`\\(at ${FILE}:${String(line)}:\\d+\\)$`));
});

it('names what an operator stands in when a strategy builds one for each price', () => {
  const failure = failureOf(() =>
    after().pipe(
      mergeMap(() => timer(0, 0)),
      mergeMap((count: number) =>
        of(count).pipe(map(() => (count < 600 ? alert('info', '') : WRONG))),
      ),
    ),
  );
  expect(failure).toMatch(new RegExp(`\\(at ${FILE}:\\d+:\\d+\\)$`));
});
