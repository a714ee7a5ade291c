import { type PlantedBug } from './planted-bug.ts';

const CARRIED = 'recovery/carried-over.ts';

/** Bugs of what a day leaves to the next. A day of the drill stands alone, so others look for them. */
export const CARRY_BUGS: readonly PlantedBug[] = [
  {
    name: 'what a strategy stored is lost over night',
    file: CARRIED,
    find: "else if (entry.kind === 'store') {",
    replace: "else if (entry.kind === 'store' && entry.key === '') {",
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'what a strategy stored is lost over two nights',
    file: CARRIED,
    find: 'for (const [run, store] of Object.entries(entry.stores)) {',
    replace: 'for (const [run, store] of Object.entries(entry.stores).slice(99)) {',
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'a halt is lost over night',
    file: CARRIED,
    find: "if (entry.kind === 'halt') this",
    replace: "if (entry.kind === 'halt' && entry.halt.reason === '') this",
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'positions that a day leaves are lost overnight',
    file: 'day/overnight/carry-overnight.ts',
    find: 'run.positions.push({ ...position, overnight: { since, doubt, ...defined({ broker }) } });',
    replace: '',
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'a run takes nothing of what its day was opened with',
    file: 'day/overnight/carried-runs.ts',
    find: 'return told ?? this.#runs',
    replace: 'return told ?? this.#runs.slice(99)',
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'a limit of the week counts from each day',
    file: 'day/overnight/week-before.ts',
    find: 'const known = weekInto(leftBy(last), date);',
    replace: 'const known = weekInto(null, date);',
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'an exit leaves for a carried leg that no one has confirmed',
    file: 'engine/carrying/take-carried.ts',
    find: 'desk.foreign.pause({ runId,',
    replace: "if (runId === '') desk.foreign.pause({ runId,",
    soughtBy: 'days-in-a-row',
    seed: 1,
    caughtBy: ['I8'],
  },
];
