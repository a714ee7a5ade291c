import { ASLEEP, type PlantedBug } from './planted-bug.ts';

const OUTGOING = 'kernel/outgoing-attempts.ts';
const WRITER = 'kernel/journal-writer.ts';
const PLAN = 'engine/intents/plan-intents.ts';

/** Bugs of what is kept, when, and how it is read again. */
export const JOURNAL_BUGS: readonly PlantedBug[] = [
  {
    name: 'an order is sent before its intent is kept',
    file: OUTGOING,
    find: 'const written = writer.write();',
    replace: 'const written = { ok: true, value: 0 } as const;',
    also: [ASLEEP],
    seed: 2,
    caughtBy: ['I3'],
  },
  {
    name: 'an order is sent though the journal failed',
    file: OUTGOING,
    find: 'else if (!written.ok) this.#end',
    replace:
      'else if (!written.ok && written.error.kind !== "damaged") this.#send(attempt);\n    else if (!written.ok) this.#end',
    also: [ASLEEP],
    faults: ['F47', 'F48', 'F51', 'F3'],
    seed: 8,
    caughtBy: ['I3'],
  },
  {
    name: 'entries that could not be written are forgotten',
    file: WRITER,
    find: '      this.#unwritten = [];\n    }\n    this.#note',
    replace: '    }\n    this.#unwritten = [];\n    this.#note',
    faults: ['F47', 'F48', 'F40', 'F43'],
    seed: 15,
    caughtBy: ['I15'],
  },
  {
    name: 'what was under way in a crash is taken for never sent',
    file: 'engine/lifecycle/take-process-events.ts',
    find: 'certain.has(open[0]) ? NEVER_SENT : LOST',
    replace: 'certain.size >= 0 ? NEVER_SENT : LOST',
    faults: ['F40', 'F3'],
    seed: 5,
    caughtBy: ['I13'],
  },
  {
    name: 'tags that differ from life to life',
    file: PLAN,
    find: 'orderTag({ mode, account, runId, leg, role, occurrence, slice })',
    replace:
      'orderTag({ mode, account, runId: runId + String(Math.random()), leg, role, occurrence, slice })',
    faults: ['F40', 'F43'],
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'polls are not journaled',
    file: WRITER,
    find: 'if (this.#to === null) return;\n    invariant',
    replace: "if (this.#to === null || event.kind === 'poll-ended') return;\n    invariant",
    faults: ['F40', 'F43'],
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'commands are not journaled',
    file: WRITER,
    find: 'if (this.#to === null) return;\n    invariant',
    replace: "if (this.#to === null || event.kind === 'commands-emitted') return;\n    invariant",
    faults: ['F40', 'F43'],
    seed: 1,
    caughtBy: ['I15'],
  },
  {
    name: 'a list of a changed journal is read as the one before',
    file: 'engine/codec/orders-codec.ts',
    find: 'if (isSameJson(order, before[place])) continue;',
    replace: 'if (before[place] !== undefined) continue;',
    faults: ['F40', 'F43'],
    seed: 6,
    caughtBy: ['I15'],
  },
  {
    name: 'a block that was kept after all is written again',
    file: 'adapters/journal/block-journal.ts',
    find: 'lines = withoutKept(lines, settled.value);',
    replace: '',
    faults: ['F48', 'F40', 'F43'],
    seed: 5,
    caughtBy: ['I15'],
  },
  {
    name: 'a block is marked before it is kept',
    file: 'adapters/journal/marked-store.ts',
    find: 'const failure = store.add(blocks);\n      const last = blocks.at(-1);',
    replace:
      'const last = blocks.at(-1);\n      if (last !== undefined) keeper.write(markOf(store.root, last));\n      const failure = store.add(blocks);',
    faults: ['F40', 'F43', 'F48'],
    seed: 12,
    caughtBy: ['I15'],
  },
  {
    name: 'intents are left out of the journal',
    file: WRITER,
    find: "if (kind === 'intent') this.take({ ...record, fence: this.#to?.journal.fence ?? 0 });",
    replace: "if (kind === 'intent') return;",
    faults: [],
    seed: 2,
    caughtBy: ['I3'],
  },
];
