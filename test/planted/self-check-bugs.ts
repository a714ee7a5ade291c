import { type PlantedBug } from './planted-bug.ts';

/** Bugs of the runtime's checks of itself: nothing shows them but a fault that such a check must find. */
export const SELF_CHECK_BUGS: readonly PlantedBug[] = [
  {
    name: 'the journal is written without its sync',
    file: 'adapters/journal/sqlite-journal.ts',
    find: 'PRAGMA synchronous = FULL;',
    replace: 'PRAGMA synchronous = OFF;',
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
  {
    name: 'the end of a journal is never held against its mark',
    file: 'adapters/journal/marked-store.ts',
    find: 'failure: isThere ? null : whatIsLost(store, last, found)',
    replace: 'failure: isThere ? null : null',
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
  {
    name: 'the last block is not marked',
    file: 'adapters/journal/marked-store.ts',
    find: 'return failure ?? (last === undefined ? null : keeper.write(markOf(store.root, last)));',
    replace: 'return last === undefined ? null : failure;',
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
  {
    name: 'the comparator never looks',
    file: 'engine/reconciling/compare-counts.ts',
    find: 'if (!desk.recount.takeDirty()) return;',
    replace: 'if (desk.nowMs > 0 || !desk.recount.takeDirty()) return;',
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
  {
    name: 'the comparator sees and does not halt',
    file: 'engine/reconciling/compare-counts.ts',
    find: "if (haltAt(desk, { state: 'halted', reason: what, by: 'comparator' })) return;",
    replace: '',
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
  {
    name: 'a day never ends for sends',
    file: 'kernel/outgoing-attempts.ts',
    find: 'return this.#way.nowMs() >= this.#way.dayEndsMs;',
    replace: 'return false;',
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
  {
    name: 'the gate lets any size through',
    file: 'risk/check-size.ts',
    find: 'if (tooMany !== null || orderValuePaiseMax',
    replace: 'if (lots > 0 || orderValuePaiseMax',
    also: [
      {
        file: 'risk/check-size.ts',
        find: 'pricePaise === null) return tooMany;',
        replace: 'pricePaise === null) return null;',
      },
      // What a run and the account may hold in all refuses the same order.
      { file: 'risk/risk-limits.ts', find: 'lotsPerRunMax: 100,', replace: 'lotsPerRunMax: null,' },
      { file: 'risk/risk-limits.ts', find: 'lotsMax: 500,', replace: 'lotsMax: null,' },
      {
        file: 'risk/risk-limits.ts',
        find: 'premiumPerRunPaiseMax: 200_000_000,',
        replace: 'premiumPerRunPaiseMax: null,',
      },
      {
        file: 'risk/risk-limits.ts',
        find: 'premiumPaiseMax: 1_000_000_000,',
        replace: 'premiumPaiseMax: null,',
      },
    ],
    soughtBy: 'canaries',
    seed: 1,
    caughtBy: ['I36'],
  },
];
