import { ENGINE_EQUIVALENTS } from './engine-equivalents.ts';
import { JOURNAL_EQUIVALENTS } from './journal-equivalents.ts';
import { MODEL_EQUIVALENTS } from './model-equivalents.ts';

/** A mutant that no test can kill, since nothing can be seen of it. */
export interface EquivalentMutant {
  readonly file: string;
  /** As the report prints it. */
  readonly key: string;
  /** Why nothing changes, or nothing that anybody relies on. */
  readonly why: string;
}

/** Proven one by one. A key that no longer fits any mutant is reported, and to be taken out. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/model/time/cron.ts',
    key: 'const longestDays = Math.max(...month.numbers.map((of) => LONGEST_MONTH_DAYS[of - 1] ?? 0)); | 0 => (1)',
    why: 'Months are 1 to 12, so that each has a length.',
  },
  {
    file: 'src/risk/check-order.ts',
    key: "const closingSide = held.netUnits > 0 ? 'sell' : 'buy'; | 0 => (-1)",
    why: 'It differs for no units held alone, and then nothing may be closed on either side.',
  },
  {
    file: 'src/risk/check-order.ts',
    key: "const closingSide = held.netUnits > 0 ? 'sell' : 'buy'; | > => >=",
    why: 'It differs for no units held alone, and then nothing may be closed on either side.',
  },
  {
    file: 'src/risk/check-session.ts',
    key: 'const session = day.sessions.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs); | find => findLast',
    why: 'The sessions of a day do not overlap, so an instant lies in one of them at most.',
  },
  ...[
    'const prices = [0, ...held.map(({ contract }) => contract.strikePaise ?? 0)]; | 0 => (1) #2',
    'const prices = [0, ...held.map(({ contract }) => contract.strikePaise ?? 0)]; | 0 => (-1) #2',
  ].map((key) => ({
    file: 'src/risk/reduces-risk.ts',
    key,
    why: 'Only options come here, and an option has a strike.',
  })),
  ...[
    'return line.units <= 0 && isOption(line); | <= => <',
    'return line.units <= 0 && isOption(line); | 0 => (-1)',
    'const shortUnits = held.filter(({ units }) => units < 0).filter(isOfType(type)); | < => <=',
    'const shortUnits = held.filter(({ units }) => units < 0).filter(isOfType(type)); | 0 => (1)',
  ].map((key) => ({
    file: 'src/risk/reduces-risk.ts',
    key,
    why: 'Units are whole, and a line of no units adds nothing to their sum.',
  })),
  {
    file: 'src/engine/commands/place.ts',
    key: 'return; | return; => ;',
    why: 'No order is refused as such before; what follows loops over the orders, of which there is none.',
  },
  {
    file: 'src/engine/closing/surplus.ts',
    key: "const closingSide = position.netUnits > 0 ? 'sell' : 'buy'; | > => >=",
    why: 'It differs where nothing is held alone, and then exits of both sides are cancelled.',
  },
  {
    file: 'src/engine/closing/surplus.ts',
    key: "const closingSide = position.netUnits > 0 ? 'sell' : 'buy'; | 0 => (-1)",
    why: 'It differs where nothing is held alone, and then exits of both sides are cancelled.',
  },
  {
    file: 'src/model/money/margin-envelope.ts',
    key: 'const bought = lines.filter(({ units }) => units > 0); | > => >=',
    why: 'A line of no units takes nothing of what is left, and adds no premium.',
  },
  {
    file: 'src/day/command-log.ts',
    key: 'if (file === null) return; | file === null => false',
    why: 'Without a file there is trouble already, and then nothing is tried any more.',
  },
  {
    file: 'src/day/journal/decision-diff.ts',
    key: 'return isSameBut({ quantityUnits: 0 }, before, after); | 0 => (1)',
    why: 'Both sides get the same quantity, whichever it is.',
  },
  {
    file: 'src/day/journal/decision-diff.ts',
    key: 'return isSameBut({ quantityUnits: 0 }, before, after); | 0 => (-1)',
    why: 'Both sides are given the same quantity before they are compared, whichever it is.',
  },
  {
    file: 'src/model/market/contract.ts',
    key: 'const head = `${underlying}${expiry.slice(2, 4)}${expiry.slice(5, 7)}${expiry.slice(8, 10)}`; | 10 => (11)',
    why: 'A date has ten characters, so that none is left to be taken.',
  },
  {
    file: 'src/engine/baskets/basket-book.ts',
    key: "const plan: Basket = { withinMs: 0, otherwise: 'hold' }; | 0 => (1)",
    why: 'What is carried is complete from the start, and a plan is for what may still become complete.',
  },
  {
    file: 'src/engine/baskets/basket-book.ts',
    key: "const plan: Basket = { withinMs: 0, otherwise: 'hold' }; | 0 => (-1)",
    why: 'What is carried is complete from the start, and a plan is for what may still become complete.',
  },
  {
    file: 'src/engine/baskets/basket-book.ts',
    key: "const plan: Basket = { withinMs: 0, otherwise: 'hold' }; | 'hold' => 'no-such-word'",
    why: 'What is carried is complete from the start, and a plan is for what may still become complete.',
  },
  {
    file: 'src/day/journal/open-day-journal.ts',
    key: 'const EMPTY_BYTES_MAX = 4096; | 4096 => (4097)',
    why: 'SQLite writes whole pages of 4,096 bytes.',
  },
  {
    file: 'src/day/command-log.ts',
    key: 'if (text.length < HASHED_AT_ONCE) return; | < => <=',
    why: 'The hash of a text is the same in whichever pieces it is taken.',
  },
  {
    file: 'src/day/command-log.ts',
    key: 'const HASHED_AT_ONCE = 65_536; | 65_536 => (65537)',
    why: 'The hash of a text is the same in whichever pieces it is taken.',
  },
  {
    file: 'src/day/command-log.ts',
    key: 'const HASHED_AT_ONCE = 65_536; | 65_536 => (65535)',
    why: 'The hash of a text is the same in whichever pieces it is taken.',
  },
  {
    file: 'src/recovery/recover-day.ts',
    key: 'this.#unrepeated.delete(attemptId); | this.#unrepeated.delete(attemptId); => ;',
    why: 'It frees memory: an attempt has an identifier of its own and is looked up once.',
  },
  {
    file: 'src/recovery/divergence.ts',
    key: 'if (isSameJson(recorded, made)) return true; | isSameJson(recorded, made) => false',
    why: 'What is the same with its build is the same without: this is the quicker way.',
  },
  {
    file: 'src/engine/closing/surplus.ts',
    key: "const heldUnits = Math.max(0, order.side === 'buy' ? -netUnits : netUnits); | 0 => (-1)",
    why: 'It differs where the leg is held the other way, and then all other exits are cancelled.',
  },
  {
    file: 'src/engine/polling/poll-book.ts',
    key: "if (subject === 'quotes') return this.#quotes; | 'quotes' => 'no-such-word'",
    why: 'The quotes then have their state among those of contracts, under no underlying, and it is forgotten with them.',
  },
  {
    file: 'src/engine/polling/poll-book.ts',
    key: "if (subject === 'quotes') return this.#quotes; | subject === 'quotes' => false",
    why: 'The quotes then have their state among those of contracts, under no underlying, and it is forgotten with them.',
  },
  {
    file: 'src/engine/reconciling/recount.ts',
    key: "if (result.kind !== 'place') return; | return; => ;",
    why: 'Only attempts that place are noted, so that the answer to another is looked up in vain.',
  },
  {
    file: 'src/engine/reconciling/recount.ts',
    key: "if (result.kind !== 'place') return; | result.kind !== 'place' => false",
    why: 'Only attempts that place are noted, so that the answer to another is looked up in vain.',
  },
  {
    file: 'src/day/command-log.ts',
    key: 'if (text.length < HASHED_AT_ONCE) return; | return; => ;',
    why: 'The hash of a text is the same in whichever pieces it is taken.',
  },
  {
    file: 'src/day/command-log.ts',
    key: 'if (text.length < HASHED_AT_ONCE) return; | text.length < HASHED_AT_ONCE => false',
    why: 'The hash of a text is the same in whichever pieces it is taken.',
  },
  ...[
    'if (text.length < HASHED_AT_ONCE) return; | text.length < HASHED_AT_ONCE => true',
    'if (text.length < HASHED_AT_ONCE) return; | < => >=',
  ].map((key) => ({
    file: 'src/day/command-log.ts',
    key,
    why: 'The hash of a text is the same in whichever pieces it is taken.',
  })),
  {
    file: 'src/day/command-log.ts',
    key: 'if (file === null) return; | return; => ;',
    why: 'Without a file there is trouble already, and then nothing is tried any more.',
  },
  {
    file: 'src/recovery/recover-day.ts',
    key: "if (recorded.kind === 'attempt') this.#repeat(recorded, neverSent); | recorded.kind === 'attempt' => true",
    why: 'An intent has no identifier of an attempt, so that nothing is found to repeat.',
  },
  {
    file: 'src/recovery/recover-day.ts',
    key: "} else if ('runId' in event) this.#takeOfRun(event); | 'runId' in event => true",
    why: 'An event that names no run finds none.',
  },
  ...["case 'source-value': | 'source-value'", "case 'poll': | 'poll'"].map((of) => ({
    file: 'src/recovery/recover-day.ts',
    key: `${of} => 'no-such-word'`,
    why: 'Nothing is done in that case, nor in one that is not listed.',
  })),
  ...['this.#replayed.length > this.#recorded.length => true', '> => >='].map((change) => ({
    file: 'src/recovery/replayed-run.ts',
    key: `if (this.#replayed.length > this.#recorded.length) this.#compareTo(this.#replayed.length); | ${change}`,
    why: 'What is recorded was compared when it was taken, and nothing is compared twice.',
  })),
  {
    file: 'src/recovery/replayed-run.ts',
    key: '#wasQuarantined = false; | false => true',
    why: 'It is only read of a run that is held, and set when it is held.',
  },
  {
    file: 'src/recovery/recover-day.ts',
    key: 'this.#noneDueBeforeMs = atMs; | this.#noneDueBeforeMs = atMs; => ;',
    why: 'It only spares looks: each run knows itself whether its moment was missed.',
  },
  {
    file: 'src/recovery/recover-day.ts',
    key: 'if (isMissed(this.#noneDueBeforeMs, event.atMs)) this.#passMissed(event.atMs); | isMissed(this.#noneDueBeforeMs, event.atMs) => true',
    why: 'It only spares looks: each run knows itself whether its moment was missed.',
  },
  {
    file: 'src/engine/positions/cover-lost.ts',
    key: 'if (bareUnits <= 0 || !wasCovered(desk, runId, contract)) return; | 0 => (1)',
    why: 'Units are whole lots, and no lot of an option is a single unit.',
  },
  {
    file: 'src/engine/positions/legs.ts',
    key: "if (carried === null) return entries.at(-1)?.order.product ?? 'intraday'; | 'intraday' => 'no-such-word'",
    why: 'What a leg holds and did not carry over came by an entry of today.',
  },
  {
    file: 'src/risk/reduces-risk.ts',
    key: 'const strikePaise = contract.strikePaise ?? 0; | 0 => (1)',
    why: 'Only options come here, and an option has a strike.',
  },
  {
    file: 'src/risk/reduces-risk.ts',
    key: 'const strikePaise = contract.strikePaise ?? 0; | 0 => (-1)',
    why: 'Only options come here, and an option has a strike.',
  },
  {
    file: 'src/risk/reduces-risk.ts',
    key: 'const boughtUnits = added.filter(({ units }) => units > 0).filter(isOfType(type)); | 0 => (-1)',
    why: 'A line of no units adds nothing to their sum.',
  },
  {
    file: 'src/risk/reduces-risk.ts',
    key: 'const boughtUnits = added.filter(({ units }) => units > 0).filter(isOfType(type)); | > => >=',
    why: 'A line of no units adds nothing to their sum.',
  },
  ...[
    "'day-opened'",
    "'run-described'",
    'event',
    'intent',
    'attempt',
    'halt',
    'store',
    "'time-passed'",
    "'run-started'",
    "'run-ended'",
    "'run-held'",
    'restarted',
    "'winding-down'",
    "'begun-anew'",
    "'clock-doubted'",
    "'halt-carried-over'",
    "'commands-emitted'",
    "'watches-changed'",
    "'source-value'",
    "'attempt-ended'",
    "'poll-ended'",
    "'operator-asked'",
  ].map((kind) => ({
    file: 'src/day/journal/read-journal.ts',
    key: `${kind}: true, | true => false`,
    why: 'Only the names of the kinds are read; the values are there for the compiler to miss one.',
  })),
  ...[...MODEL_EQUIVALENTS, ...ENGINE_EQUIVALENTS, ...JOURNAL_EQUIVALENTS].flatMap(
    ({ file, why, keys }) => keys.map((key) => ({ file, key, why })),
  ),
];
