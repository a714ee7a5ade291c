import { type AlikeMutants } from './protecting-equivalents.ts';

/** Of polls, prices and what is passed over because nothing would come of it. */
export const POLLING_EQUIVALENTS: readonly AlikeMutants[] = [
  {
    file: 'src/engine/engine.ts',
    why: 'Without it nothing is ever passed over: this is the quicker way.',
    keys: ['this.#lull.noteStep(event, effects); | this.#lull.noteStep(event, effects); => ;'],
  },
  {
    file: 'src/engine/webhooks/resolve-start.ts',
    why: 'Each name is that of one position: no run has the name of another with a slash behind it.',
    keys: [
      'const custom = [...desk.customPositions.all()].find((of) => nameOfPosition(of) === name); | find => findLast',
    ],
  },
  {
    file: 'src/engine/watching/contract-book.ts',
    why: 'Only compared with what it was before: any beginning will do.',
    keys: ['#version = 0; | 0 => (1)'],
  },
  {
    file: 'src/engine/watching/contract-book.ts',
    why: 'It is made again for each question: this is the quicker way.',
    keys: ['this.#byId.set(underlying, byId); | this.#byId.set(underlying, byId); => ;'],
  },
  {
    file: 'src/engine/watching/contract-book.ts',
    why: 'Below the first strike the first is the nearest, which the last line says as well.',
    keys: ['let above = 0; | 0 => (1)'],
  },
  {
    file: 'src/engine/positions/cover.ts',
    why: 'Sold options alone are found to reduce no risk: this is the quicker way.',
    keys: ['if (added.every(isSoldOption)) return false; | added.every(isSoldOption) => false'],
  },
  {
    file: 'src/engine/reconciling/compare-counts.ts',
    why: 'Where nothing was counted since, the same is found, and said once.',
    keys: ['if (!desk.recount.takeDirty()) return; | return; => ;'],
  },
  {
    file: 'src/engine/webhooks/custom-positions.ts',
    why: 'A position whose start is unknown is among those that are.',
    keys: ['if (unknown === undefined) return; | return; => ;'],
  },
  {
    file: 'src/engine/polling/end-poll.ts',
    why: 'Of the key it is only asked whether there is one.',
    keys: [
      "const telling = state.blind.take(isBlind ? 'blind' : '', desk.nowMs); | 'blind' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/codec/orders-codec.ts',
    why: 'The first list that has the same as this one is unchanged, whichever object says so.',
    keys: [
      'const NONE: OrdersObservation = { orders: [], changed: [], malformed: [], isUnchanged: false }; | false => true',
    ],
  },
  {
    file: 'src/engine/halting/halt.ts',
    why: 'Nothing of it is there to be taken away: this is the quicker way.',
    keys: [
      "if (state === 'waiting' || modify !== null) return true; | state === 'waiting' || modify !== null => true",
    ],
  },
  {
    file: 'src/engine/intents/intent-book.ts',
    why: 'Only compared with what it was before.',
    keys: ['this.#version += 1; | 1 => (2)'],
  },
  {
    file: 'src/engine/sending/message-budget.ts',
    why: 'Only compared with the turns of other runs.',
    keys: ['this.#turns += 1; | 1 => (2)'],
  },
  {
    file: 'src/engine/halting/lock-at-limits.ts',
    why: 'Round trips and records are asked for by scopes with limits alone: this is the quicker way.',
    keys: [
      'if (scopes.length === 0) return; | scopes.length === 0 => false',
      'if (scopes.length === 0) return; | 0 => (-1)',
    ],
  },
  {
    file: 'src/engine/watching/quote-board.ts',
    why: 'The first poll takes its place before anything asks for it.',
    keys: ['#lastLook: Look = { askedAtMs: -Infinity, repeats: null }; | -Infinity => Infinity'],
  },
  {
    file: 'src/engine/sending/send-orders.ts',
    why: 'Nothing is sent of nothing: this is the quicker way.',
    keys: [
      'if (ready.length === 0) return; | ready.length === 0 => false',
      'if (ready.length === 0) return; | return; => ;',
    ],
  },
  {
    file: 'src/engine/sending/send-orders.ts',
    why: 'Only the order of the two counts.',
    keys: ["return intent.order.side === 'buy' ? 0 : 1; | 1 => (2)"],
  },
  {
    file: 'src/engine/sending/send-reducing.ts',
    why: 'Nothing is found to be sent then: this is the quicker way.',
    keys: [
      'if (intent.cancel !== null || intent.modify !== null) return true; | intent.cancel !== null || intent.modify !== null => true',
      "if (intent.state === 'waiting' && isExit(intent)) return true; | intent.state === 'waiting' && isExit(intent) => true",
      'return false; | false => true',
    ],
  },
  {
    file: 'src/engine/polling/sort-malformed.ts',
    why: 'Of no records none is counted: this is the quicker way.',
    keys: [
      'if (others.length === 0) return { othersCount: 0, othersKnown: [] }; | others.length === 0 => false',
      'if (others.length === 0) return { othersCount: 0, othersKnown: [] }; | 0 => (-1)',
    ],
  },
  {
    file: 'src/engine/commands/take-commands.ts',
    why: 'It names what cannot happen.',
    keys: ["unreachable(command, 'command'); | 'command' => 'no-such-word'"],
  },
  {
    file: 'src/engine/webhooks/unknown-starts.ts',
    why: 'Nothing is found of nothing: this is the quicker way.',
    keys: [
      'if (desk.customPositions.size === 0 && desk.signals.all().length === 0) return []; | desk.customPositions.size === 0 && desk.signals.all().length === 0 => false',
    ],
  },
  {
    file: 'src/engine/closing/square-off.ts',
    why: 'Nothing is asked for where nothing is held.',
    keys: ["side: position.netUnits > 0 ? 'sell' : 'buy', | 0 => (-1)"],
  },
  {
    file: 'src/engine/watching/watched-book.ts',
    why: 'It is made again with the same symbols: this is the quicker way.',
    keys: [
      'if (kept !== before) this.#ofWatches.set(watches, kept); | this.#ofWatches.set(watches, kept); => ;',
      'if (kept !== null && kept !== undefined && isSame(kept.causes, causes)) return kept; | kept !== null && kept !== undefined && isSame(kept.causes, causes) => false',
    ],
  },
  {
    file: 'src/engine/sending/end-attempt.ts',
    why: 'Of how a call ended it is only asked whether it may still arrive, or never left.',
    keys: [
      "if (outcome.kind === 'accepted') return 'answered'; | 'answered' => 'no-such-word'",
      "if (outcome.kind === 'unknown') return outcome.cause.status === null ? 'unanswered' : 'answered'; | 'answered' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/engine.ts',
    why: 'What follows takes no event of a run.',
    keys: ['return; | return; => ;'],
  },
  {
    file: 'src/engine/sending/send-changes.ts',
    why: 'What was not sent yet counts as sent in 1970, which is long enough ago.',
    keys: ['if (sentAtMs === null) return true; | sentAtMs === null => false'],
  },
  {
    file: 'src/engine/sending/take-turns.ts',
    why: 'A round before the first takes nothing.',
    keys: [
      'for (let round = 0; taken.size < Math.min(freeCount, messages.length); round += 1) { | 0 => (-1)',
    ],
  },
  {
    file: 'src/engine/reconciling/take-foreign.ts',
    why: 'A leg of which something was adopted has a line.',
    keys: [
      'if (line !== undefined) shares.set(line, (shares.get(line) ?? 0) + fillUnits); | line !== undefined => true',
    ],
  },
  {
    file: 'src/engine/protecting/drive-exits.ts',
    why: 'It was planned a line before.',
    keys: ['if (intent === undefined) continue; | intent === undefined => false'],
  },
  {
    file: 'src/engine/protecting/protection-book.ts',
    why: 'An order is of one exit.',
    keys: [
      'return this.#exits.find(({ intents }) => intents.includes(intent)); | find => findLast',
    ],
  },
  {
    file: 'src/engine/baskets/watch-naked.ts',
    why: 'It is counted again to the same: this is the quicker way.',
    keys: [
      'if (held.intents === group.intents.length) return held; | held.intents === group.intents.length => false',
    ],
  },
  {
    file: 'src/engine/reconciling/recount.ts',
    why: 'Nothing else carries positions over.',
    keys: [
      "if (event.kind === 'run-started') this.#noteCarried(event); | event.kind === 'run-started' => true",
    ],
  },
  {
    file: 'src/engine/reconciling/recount.ts',
    why: 'Every tag of an attempt was counted as it left, so there is a count.',
    keys: ['if (count === undefined) continue; | continue; => ;'],
  },
  {
    file: 'src/engine/webhooks/send-webhooks.ts',
    why: 'There is one where the queue is not empty.',
    keys: ['if (waiting === undefined) return; | return; => ;'],
  },
  {
    file: 'src/engine/polling/poll-book.ts',
    why: 'It is a state of its own all the same: no contracts are asked for without their underlying.',
    keys: ["if (subject === 'orders') return this.#orders; | 'orders' => 'no-such-word'"],
  },
  {
    file: 'src/engine/polling/held-polls.ts',
    why: 'Without an order nothing works, which the end says as well.',
    keys: ["if (state !== 'accepted' || orders.size === 0) return false; | 0 => (-1)"],
  },
  {
    file: 'src/engine/reconciling/seek-absence.ts',
    why: 'Of no time nothing counts.',
    keys: [
      'if (doubt.lastLookAtMs === null || startedAtMs <= doubt.lastLookAtMs) continue; | <= => <',
    ],
  },
  {
    file: 'src/engine/halting/lock-at-limits.ts',
    why: 'A round trip that brought nothing is none.',
    keys: [
      'for (const tripPaise of paise) record.lostInRow = tripPaise < 0 ? record.lostInRow + 1 : 0; | < => <=',
    ],
  },
  {
    file: 'src/engine/protecting/clock-protection.ts',
    why: 'The longest stretch is never below 0.',
    keys: [
      'longestUnprotectedMs: Math.max(clock.longestMs, sinceMs === null ? 0 : untilMs(desk) - sinceMs), | 0 => (-1)',
    ],
  },
  {
    file: 'src/engine/closing/surplus.ts',
    why: 'Where nothing is left to close, all that close are cancelled.',
    keys: [
      'const heldUnits = Math.max(0, Math.abs(position.netUnits) - desk.foreign.suspectedUnits(line)); | 0 => (-1)',
    ],
  },
  {
    file: 'src/engine/intents/write-off.ts',
    why: 'Without a square-off no leg is covered by one: this is the quicker way.',
    keys: ['if (desk.squareOffs.active().length === 0) return; | 0 => (-1)'],
  },
];
