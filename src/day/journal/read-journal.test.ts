import { expect, it } from 'vitest';

import { ACTIVE } from '../../model/orders/halt-and-lock.ts';
import { type ReadEntry } from '../../recovery/instants-of.ts';
import { isOfKind } from './read-journal.ts';

it('an entry is of its own kind, and an event of that of the event too', () => {
  const event: ReadEntry = { kind: 'event', atMs: 0, event: { kind: 'time-passed', atMs: 0 } };
  const halt: ReadEntry = { kind: 'halt', atMs: 0, halt: ACTIVE };
  const kinds = (entry: ReadEntry): readonly string[] =>
    ['event', 'time-passed', 'halt', 'restarted'].filter((kind) =>
      isOfKind(entry, new Set([kind])),
    );
  expect(kinds(event)).toEqual(['event', 'time-passed']);
  expect(kinds(halt)).toEqual(['halt']);
});
