import { type PlantedBug } from './planted-bug.ts';

const QUALITY = 'engine/polling/poll-quality.ts';

/** Bugs that let a look at the orders prove an absence that it cannot prove. Their seeds are days of many bad reads. */
export const ABSENCE_BUGS: readonly PlantedBug[] = [
  {
    name: 'a list with an unreadable record proves absence',
    file: 'engine/polling/poll-quality.ts',
    find: 'if (spoiledBy !== null) return {',
    replace: "if (spoiledBy === '') return {",
    // What cannot be read makes a list shorter, too: a record that was read before is missed in any case.
    also: [
      {
        file: QUALITY,
        find: 'const count = ordersCount + othersCount;',
        replace: 'const count = ordersCount + othersCount + (spoiledBy === null ? 0 : 1);',
      },
    ],
    faults: ['F2', 'F13', 'F28'],
    seed: 975,
    // Whoever takes such a list for whole does not tell of the record, either: that shows first.
    caughtBy: ['I24', 'I28'],
  },
  {
    name: 'a list that is shorter than one before proves absence',
    file: QUALITY,
    find: 'if (count < memory.count) {',
    replace: 'if (count < 0 * memory.count) {',
    also: [
      {
        file: QUALITY,
        find: 'if (newestAtMs < memory.newestAtMs) {',
        replace: 'if (newestAtMs < 0 * memory.newestAtMs) {',
      },
    ],
    faults: ['F2', 'F21', 'F22'],
    seed: 3_894,
    caughtBy: ['I28'],
  },
  {
    name: 'a poll that began before the answer came proves absence',
    file: 'engine/reconciling/seek-absence.ts',
    find: 'if (startedAtMs <= doubt.sinceMs) continue;',
    replace: '',
    faults: ['F2', 'F20'],
    seed: 90,
    caughtBy: ['I28'],
  },
];
