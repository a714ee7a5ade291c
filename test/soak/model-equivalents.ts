import { type AlikeMutants } from './protecting-equivalents.ts';

/** Of `src/model`, by file and proof. */
export const MODEL_EQUIVALENTS: readonly AlikeMutants[] = [
  {
    file: 'src/model/orders/carried-over.ts',
    why: 'A position that is carried over holds at least one unit.',
    keys: [
      'const cashPaise = netUnits > 0 ? -openValuePaise : openValuePaise; | > => >=',
      'const cashPaise = netUnits > 0 ? -openValuePaise : openValuePaise; | 0 => (-1)',
    ],
  },
  {
    file: 'src/model/time/calendar.ts',
    why: 'What is kept is made again, the same: keeping it is the quicker way.',
    keys: [
      'if (known !== undefined) return known; | known !== undefined => false',
      'days.set(date, made); | days.set(date, made); => ;',
    ],
  },
  {
    file: 'src/model/money/costs.ts',
    why: 'What is kept is made again, the same: keeping it is the quicker way.',
    keys: [
      'const kept = ratesKept.get(table) ?? new Map<string, Rates>(); | ratesKept.get(table) ?? new Map<string, Rates>() => new Map<string, Rates>()',
      'ratesKept.set(table, kept); | ratesKept.set(table, kept); => ;',
      'const rates = kept.get(key) ?? readRates(table, where); | kept.get(key) ?? readRates(table, where) => readRates(table, where)',
      'kept.set(key, rates); | kept.set(key, rates); => ;',
    ],
  },
  {
    file: 'src/model/money/costs.ts',
    why: 'The sort is stable, and moves a part ahead only where the answer is negative.',
    keys: [
      'return difference > 0n ? 1 : difference < 0n ? -1 : 0; | difference > 0n => false',
      'return difference > 0n ? 1 : difference < 0n ? -1 : 0; | > => >=',
      'return difference > 0n ? 1 : difference < 0n ? -1 : 0; | 1 => (2)',
      'return difference > 0n ? 1 : difference < 0n ? -1 : 0; | 1 => (0)',
      'return difference > 0n ? 1 : difference < 0n ? -1 : 0; | 1 => (2) #2',
      'return difference > 0n ? 1 : difference < 0n ? -1 : 0; | 0 => (1)',
    ],
  },
  {
    file: 'src/model/money/costs.ts',
    why: 'Where the two are equal, either is the brokerage.',
    keys: ['return proportional < flat ? proportional : flat; | < => <='],
  },
  {
    file: 'src/model/time/cron.ts',
    why: 'No field takes a day beyond the 31st.',
    keys: [
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32)',
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32) #2',
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32) #3',
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32) #4',
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32) #5',
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32) #6',
      'const LONGEST_MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; | 31 => (32) #7',
    ],
  },
  {
    file: 'src/model/time/cron.ts',
    why: 'What comes at all comes within 40 years, some 14,610 days; fewer than 14,965 are never looked through.',
    keys: [
      'const DAYS_AHEAD_MAX = 41 * 366; | 41 => (42)',
      'const DAYS_AHEAD_MAX = 41 * 366; | 366 => (367)',
      'const DAYS_AHEAD_MAX = 41 * 366; | 366 => (365)',
      'const DAYS_AHEAD_MAX = 41 * 366; | 41 => (40)',
      'for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) { | 0 => (1)',
      'for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) { | 0 => (-1)',
      'for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) { | < => <=',
    ],
  },
  {
    file: 'src/model/time/cron-fields.ts',
    why: 'No month has a day 0 or -1.',
    keys: ['if (target > day.daysInMonth) return 0; | 0 => (-1)'],
  },
  {
    file: 'src/model/time/duration.ts',
    why: 'What fits the form ends in one of the four units, and what does not has none.',
    keys: ['if (match === null || unitMs === undefined) return fail(DURATION_FORMS); | || => &&'],
  },
  {
    file: 'src/model/time/ist.ts',
    why: 'The date is made again, the same: keeping it is the quicker way.',
    keys: ['if (day !== lastDay) { | day !== lastDay => true'],
  },
  {
    file: 'src/model/time/ist.ts',
    why: 'It differs for the first instant of a process alone, where that is of 1 January 1970 or a day beside it.',
    keys: ['let lastDay = 0; | 0 => (1)', 'let lastDay = 0; | 0 => (-1)'],
  },
  {
    file: 'src/model/market/contract.ts',
    why: 'Without its parts there is no date, and without a date the answer is null, too.',
    keys: ['if (underlying === undefined) return null; | underlying === undefined => false'],
  },
  {
    file: 'src/model/orders/position.ts',
    why: 'Where all is closed and nothing more, both ways leave a value of 0.',
    keys: ['const isFlipped = fill.units > heldUnits; | > => >='],
  },
  {
    file: 'src/model/orders/order-fold.ts',
    why: 'The same object says the same, field by field: this is the quicker way.',
    keys: [
      'if (record === held) return { order: held, events: [] }; | record === held => false',
      'if (left === right) return true; | left === right => false',
      'if (left.updatedAtMs !== right.updatedAtMs) return false; | left.updatedAtMs !== right.updatedAtMs => false',
    ],
  },
  {
    file: 'src/model/orders/order-fold.ts',
    why: 'The event of a first sight is told by its fills and by how the order ended; none ends as pending.',
    keys: [
      "const blank: Order = { ...order, status: 'place-pending', filledUnits: 0, filledValuePaise: 0 }; | 'place-pending' => 'no-such-word'",
    ],
  },
  {
    file: 'src/model/orders/order-fold.ts',
    why: 'No field is null in one record and an object in another, so nothing else than two objects, or null and a text, is compared.',
    keys: ["if (typeof mine !== 'object' || typeof theirs !== 'object') return false; | || => &&"],
  },
  {
    file: 'src/model/money/margin-envelope.ts',
    why: 'A line of no units takes nothing of what is left, and adds no premium.',
    keys: ['const bought = lines.filter(({ units }) => units > 0); | 0 => (-1)'],
  },
  {
    file: 'src/model/market/black76.ts',
    why: 'At the strike neither side has an intrinsic value, and both are worth the same.',
    keys: [
      "const isInTheMoney = option.type === 'CE' ? forward > strike : forward < strike; | > => >=",
      "const isInTheMoney = option.type === 'CE' ? forward > strike : forward < strike; | < => <=",
      "const side: Black76Option = { ...option, type: forward > strike ? 'PE' : 'CE' }; | > => >=",
    ],
  },
  {
    file: 'src/base/normal-distribution.ts',
    why: 'So far out no number lies between 0 and 1 in size.',
    keys: [
      'if (size > TAIL_MAX) return x > 0 ? 1 : 0; | > => >= #2',
      'if (size > TAIL_MAX) return x > 0 ? 1 : 0; | 0 => (1)',
      'if (size > TAIL_MAX) return x > 0 ? 1 : 0; | 0 => (-1)',
    ],
  },
  {
    file: 'src/model/orders/order-fold.ts',
    why: 'Only fields that are objects in both records come here: none may be null.',
    keys: [
      'if (left === null || right === null) return left === right; | left === null || right === null => false',
      'if (left === null || right === null) return left === right; | || => &&',
      'if (left === null || right === null) return left === right; | === => !== #3',
    ],
  },
];
