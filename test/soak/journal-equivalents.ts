import { type AlikeMutants } from './protecting-equivalents.ts';

/** Of journals, by file and proof. */
export const JOURNAL_EQUIVALENTS: readonly AlikeMutants[] = [
  {
    file: 'src/adapters/journal/block.ts',
    why: 'Readers ask again until nothing comes: any number does.',
    keys: [
      'export const READ_BLOCKS_MAX = 256; | 256 => (257)',
      'export const READ_BLOCKS_MAX = 256; | 256 => (255)',
    ],
  },
  {
    file: 'src/adapters/journal/block.ts',
    why: 'The hash is made again and is the same: this is the quicker way.',
    keys: [
      'if (SOUND_AFTER.get(block) === hashBefore) return true; | SOUND_AFTER.get(block) === hashBefore => false',
    ],
  },
  {
    file: 'src/adapters/journal/simulated-disk.ts',
    why: 'Epochs are only compared with each other, and each is another one.',
    keys: ['this.#epoch += 1; | 1 => (2) #2'],
  },
  {
    file: 'src/adapters/journal/simulated-disk.ts',
    why: 'An epoch is only ever held against a later one.',
    keys: ['#epoch = 0; | 0 => (1)', 'this.#epoch += 1; | 1 => (2)'],
  },
  {
    file: 'src/adapters/journal/sqlite-journal.ts',
    why: 'SQLite leaves the limit as it is when it is set to a word that is no number.',
    keys: ['if (place.pagesMax !== undefined) { | place.pagesMax !== undefined => true'],
  },
  {
    file: 'src/adapters/journal/block.ts',
    why: 'What was read is read again, the same: keeping it is the quicker way.',
    keys: [
      'if (SOUND_AFTER.has(block)) READ.set(block, entries); | SOUND_AFTER.has(block) => false',
    ],
  },
  {
    file: 'src/adapters/journal/block-journal.ts',
    why: 'What was tried is written out anew, the same: keeping it is the quicker way.',
    keys: [
      'return [entry, state.tried.get(entry) ?? entryLine(entry, date)]; | state.tried.get(entry) ?? entryLine(entry, date) => entryLine(entry, date)',
      'state.tried = appended.ok ? NOTHING_TRIED : new Map(tried); | appended.ok => true',
      'state.tried = appended.ok ? NOTHING_TRIED : new Map(tried); | appended.ok => false',
    ],
  },
];
