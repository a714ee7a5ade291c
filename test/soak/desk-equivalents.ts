import { type AlikeMutants } from './protecting-equivalents.ts';

/** Of counts, limits and polls. */
export const DESK_EQUIVALENTS: readonly AlikeMutants[] = [
  {
    file: 'src/engine/reconciling/recount.ts',
    why: 'Every tag of an attempt was counted as it left, so there is a count.',
    keys: [
      'if (count !== undefined) this.#change(count, { isRejected: true }); | count !== undefined => true',
      'if (count === undefined) continue; | count === undefined => false',
    ],
  },
  {
    file: 'src/engine/reconciling/recount.ts',
    why: 'Records that are the same objects are left out one by one: this is the quicker way.',
    keys: [
      'this.#lastList = records; | this.#lastList = records; => ;',
      'if (records === this.#lastList) return; | return; => ;',
    ],
  },
  {
    file: 'src/engine/halting/lock-at-limits.ts',
    why: 'Round trips and records are asked for by scopes with limits alone, and a run has the same policies all day: this is the quicker way.',
    keys: ['if (scopes.length === 0) return; | return; => ;'],
  },
  {
    file: 'src/engine/halting/lock-at-limits.ts',
    why: 'A scope without any limit reaches none: this is the quicker way.',
    keys: [
      'if (isLimited(protections)) scopes.push({ runId, protections, record: desk.profits.of(runId) }); | isLimited(protections) => true',
    ],
  },
  {
    file: 'src/engine/lifecycle/take-process-events.ts',
    why: 'A difference of 0 has returned before.',
    keys: [
      "if (aheadMs > 0 && haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return; | > => >=",
    ],
  },
  {
    file: 'src/engine/intents/sight-order.ts',
    why: 'Nothing is done for it, as for a state without a case.',
    keys: ["case 'sending': | 'sending' => 'no-such-word'"],
  },
  {
    file: 'src/engine/polling/poll-troubles.ts',
    why: 'It is only looked at after something was told, which sets it.',
    keys: ['#lastAtMs = -Infinity; | -Infinity => Infinity'],
  },
  {
    file: 'src/engine/positions/exposure.ts',
    why: 'Terms without a limit price are given null by `limitOf`, too.',
    keys: [
      "const limitPaise = terms.kind === 'marketable' ? null : limitOf(terms); | 'marketable' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/polling/held-polls.ts',
    why: 'The hold that takes its place has the same values.',
    keys: [
      'if (hold !== null && hold.untilMs !== untilMs) state.hold = { ...hold, untilMs }; | hold !== null && hold.untilMs !== untilMs => true',
    ],
  },
];
