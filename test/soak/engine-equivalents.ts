import { DESK_EQUIVALENTS } from './desk-equivalents.ts';
import { POLLING_EQUIVALENTS } from './polling-equivalents.ts';
import { type AlikeMutants, PROTECTING_EQUIVALENTS } from './protecting-equivalents.ts';

/** Of the engine, by file and proof. */
export const ENGINE_EQUIVALENTS: readonly AlikeMutants[] = [
  ...PROTECTING_EQUIVALENTS,
  ...DESK_EQUIVALENTS,
  ...POLLING_EQUIVALENTS,
  {
    file: 'src/engine/halting/halt.ts',
    why: 'Strictness is only ever compared: any rising numbers do.',
    keys: [
      'const STRICTNESS: Readonly<Record<HaltState, number>> = { active: 0, reducing: 1, halted: 2 }; | 2 => (3)',
    ],
  },
  {
    file: 'src/engine/closing/square-off.ts',
    why: 'Every other order that lives has a wish to be cancelled by then, which keeps it from being priced anew; one that is over has nothing that works.',
    keys: [
      "if (intent.origin === 'square-off') repriceExit(desk, intent); | intent.origin === 'square-off' => true",
    ],
  },
  {
    file: 'src/engine/closing/square-off.ts',
    why: 'Nothing is asked for where nothing is held: the quantity is 0.',
    keys: ["side: position.netUnits > 0 ? 'sell' : 'buy', | > => >="],
  },
  {
    file: 'src/engine/halting/lock-at-limits.ts',
    why: 'Of an origin it is only asked whether it is planned.',
    keys: [
      "startSquareOff(desk, { runId: header.runId, scope: 'all', reason, origin: 'limit' }); | 'limit' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/positions/cover-lost.ts',
    why: 'Of an origin it is only asked whether it is planned.',
    keys: [
      "startSquareOff(desk, { runId, scope: shorts, reason, origin: 'limit' }); | 'limit' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/lifecycle/take-run-events.ts',
    why: "Of an origin it is only asked whether it is planned, or the operator's.",
    keys: [
      "abandon(desk, run, { reason: `the strategy failed: ${detail}`, origin: 'failure' }); | 'failure' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/positions/legs.ts',
    why: 'Without carried legs the set of both is that of the legs that were used.',
    keys: [
      'return carried.length === 0 ? used : [...new Set([...carried, ...used])]; | carried.length === 0 => false',
    ],
  },
  {
    file: 'src/engine/lull.ts',
    why: 'It holds only after two steps, and each looked before.',
    keys: ['#untilMs = -Infinity; | -Infinity => Infinity'],
  },
  {
    file: 'src/engine/reconciling/seen-orders.ts',
    why: 'Where the list shows all that was ever shown, the loop finds nothing missing: this is the quicker way.',
    keys: [
      'if (present.size === this.#shown.size) return { vanished, returned }; | present.size === this.#shown.size => false',
    ],
  },
  {
    file: 'src/engine/codec/orders-codec.ts',
    why: 'Of the number it is only asked whether it is 1.',
    keys: ['poll.isUnchanged ? 1 : 0, | 0 => (-1)'],
  },
  {
    file: 'src/engine/codec/orders-codec.ts',
    why: 'Another object with the same values comes of it: this is the quicker way.',
    keys: [
      'if (before.isUnchanged && before.changed.length === 0) return before; | 0 => (-1)',
      'if (before.isUnchanged && before.changed.length === 0) return before; | before.isUnchanged && before.changed.length === 0 => false',
    ],
  },
  {
    file: 'src/engine/judging/entry-facts.ts',
    why: 'What is left out is asked for by no limit: this is the quicker way.',
    keys: [
      'const NOTHING: Exposure = { lots: 0, premiumPaise: 0 }; | 0 => (1)',
      'const NOTHING: Exposure = { lots: 0, premiumPaise: 0 }; | 0 => (1) #2',
      "const ofRun = needs('run', lotsPerRunMax) ? exposureOf(desk, runId, self) : NOTHING; | needs('run', lotsPerRunMax) => true",
    ],
  },
  {
    file: 'src/engine/closing/end-of-day.ts',
    why: 'Any word keeps what was told of one thing apart from the others.',
    keys: [
      "if (!isNew(desk, ['goal', runId, stableJson(scope), String(startedAtMs)])) continue; | 'goal' => 'no-such-word'",
      "if (!isNew(desk, ['leg', runId, leg, contract.symbol])) continue; | 'leg' => 'no-such-word'",
      "if (!isNew(desk, ['position', runId, position])) continue; | 'position' => 'no-such-word'",
    ],
  },
  {
    file: 'src/engine/watching/contract-book.ts',
    why: 'Of the version it is only asked whether it is another.',
    keys: ['#version = 0; | 0 => (-1)', 'this.#version += 1; | 1 => (2)'],
  },
  {
    file: 'src/engine/intents/intent-book.ts',
    why: 'Of the version it is only asked whether it is another.',
    keys: [
      '#version = 0; | 0 => (-1)',
      'this.#version += 1; | 1 => (2) #2',
      'this.#version += 1; | 1 => (2) #3',
    ],
  },
  {
    file: 'src/engine/watching/quote-board.ts',
    why: 'Of the version it is only asked whether it is another.',
    keys: [
      '#version = 0; | 0 => (-1)',
      'this.#version += 1; | 1 => (2)',
      '#looks = 0; | 0 => (-1)',
      'this.#looks += 1; | 1 => (2)',
      'this.#looks += 1; | 1 => (2) #2',
    ],
  },
  {
    file: 'src/engine/watching/contract-book.ts',
    why: 'What was kept is made anew, the same: this is the quicker way.',
    keys: [
      'ofUnderlying.set(expiry, strikes); | ofUnderlying.set(expiry, strikes); => ;',
      'this.#around.set(chain, { strikes, nearest, options }); | this.#around.set(chain, { strikes, nearest, options }); => ;',
    ],
  },
  {
    file: 'src/engine/halting/limit-book.ts',
    why: 'What was kept is worked out anew, the same: this is the quicker way.',
    keys: ['limited.set(protections, isAny); | limited.set(protections, isAny); => ;'],
  },
  {
    file: 'src/engine/watching/watched-book.ts',
    why: 'What was kept is put there again: this is the quicker way.',
    keys: ['if (kept !== before) this.#ofWatches.set(watches, kept); | kept !== before => false'],
  },
  {
    file: 'src/engine/baskets/watch-naked.ts',
    why: 'What was kept is counted anew, the same: this is the quicker way.',
    keys: ['if (held?.ledgerVersion === version && held.group === group) { | === => !== #2'],
  },
  {
    file: 'src/engine/sending/take-turns.ts',
    why: 'Of no message none is taken: this is the quicker way.',
    keys: ['if (messages.length === 0) return taken; | messages.length === 0 => false'],
  },
  {
    file: 'src/engine/sending/send-reducing.ts',
    why: 'Where there is nothing to send, nothing is sent: this is the quicker way.',
    keys: [
      'if (!mayReduce(desk)) return; | !mayReduce(desk) => false',
      'if (surplus.size > 0 || customPositions.size > 0) return true; | > => >=',
      'if (surplus.size > 0 || customPositions.size > 0) return true; | > => >= #2',
    ],
  },
  {
    file: 'src/engine/intents/write-off.ts',
    why: 'Without a square-off none covers a leg: this is the quicker way.',
    keys: [
      'if (desk.squareOffs.active().length === 0) return; | desk.squareOffs.active().length === 0 => false',
      'if (desk.squareOffs.active().length === 0) return; | return; => ;',
    ],
  },
  {
    file: 'src/engine/webhooks/send-webhooks.ts',
    why: 'Without one that waits there is no oldest, and the next line returns.',
    keys: ['while (desk.webhooks.size > 0) { | 0 => (-1)'],
  },
  {
    file: 'src/engine/intents/sight-order.ts',
    why: 'The last case does nothing, as does none.',
    keys: ["case 'accepted': | 'accepted' => 'no-such-word'"],
  },
  {
    file: 'src/engine/commands/take-commands.ts',
    why: 'All kinds of commands have their case.',
    keys: ["unreachable(command, 'command'); | unreachable(command, 'command'); => ;"],
  },
  {
    file: 'src/engine/reconciling/take-foreign.ts',
    why: 'Nothing is left to share out then, so that every further line gets none.',
    keys: ['if (leftUnits === 0) break; | 0 => (-1)'],
  },
  {
    file: 'src/engine/reconciling/take-foreign.ts',
    why: 'It differs for a line that is flat alone, and only open ones are asked.',
    keys: ["return position.netUnits > 0 ? 'sell' : 'buy'; | > => >="],
  },
  {
    file: 'src/engine/closing/end-of-day.ts',
    why: 'A goal of no legs is reached in the same look, without a word.',
    keys: [
      'if (scope.length === 0) continue; | continue; => ;',
      'if (scope.length === 0) continue; | scope.length === 0 => false',
    ],
  },
  {
    file: 'src/engine/webhooks/custom-positions.ts',
    why: 'On paper what is to be squared off is closed here at once, so that none is due.',
    keys: [
      "if (desk.options.mode === 'paper') return []; | 'paper' => 'no-such-word'",
      "if (desk.options.mode === 'paper') return []; | desk.options.mode === 'paper' => false",
    ],
  },
  {
    file: 'src/engine/reconciling/doubt-book.ts',
    why: 'The first lag that is measured is at least 1 ms, or changes nothing.',
    keys: ['longestLagMs = 0; | 0 => (-1)'],
  },
  {
    file: 'src/engine/baskets/basket-book.ts',
    why: 'It is asked for baskets that are not complete, and what is carried is.',
    keys: ['const of = { runId, carried, group, plan, isAsked: false }; | false => true'],
  },
  {
    file: 'src/engine/reconciling/recount.ts',
    why: 'What changed nothing is compared once more, to the same end.',
    keys: [
      '#isDirty = false; | false => true',
      'if (records === this.#lastList) return; | records === this.#lastList => false',
    ],
  },
  {
    file: 'src/engine/webhooks/resolve-start.ts',
    why: 'A signal that is settled is not asked for its outcome any more: both count as known.',
    keys: [
      "moveSignal(signal, as === 'arrived' ? 'accepted' : 'rejected'); | === => !==",
      "moveSignal(signal, as === 'arrived' ? 'accepted' : 'rejected'); | as === 'arrived' => true",
    ],
  },
  {
    file: 'src/engine/webhooks/resolve-start.ts',
    why: 'The detail of a signal is shown while its outcome is unknown alone.',
    keys: [
      'signal.detail = `the operator says so: ${request.reason}`; | signal.detail = `the operator says so: ${request.reason}`; => ;',
    ],
  },
  {
    file: 'src/engine/sending/send-orders.ts',
    why: 'Only which of two is less counts.',
    keys: ["return intent.order.side === 'buy' ? 0 : 1; | 0 => (-1)"],
  },
  {
    file: 'src/engine/sending/send-orders.ts',
    why: 'Of no entry none leaves: this is the quicker way.',
    keys: ['if (ready.length === 0) return; | 0 => (-1)'],
  },
  {
    file: 'src/engine/reconciling/observe-orders.ts',
    why: 'No intent has an empty tag.',
    keys: [
      "const intent = order.tag === '' ? undefined : intents.byTag(order.tag); | order.tag === '' => false",
    ],
  },
  {
    file: 'src/engine/polling/end-poll.ts',
    why: 'A list that did not change is judged anew, to the same end: this is the quicker way.',
    keys: ['if (isUnchanged && malformed.length === 0 && last !== null) return last; | 0 => (-1)'],
  },
];
