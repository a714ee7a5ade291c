/** A bug, as a change of one place of the source. `find` stands there exactly once. */
export interface PlantedBug {
  readonly name: string;
  /** Below `src/`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** A seed that catches it, and what the drill is to draw faults from. */
  readonly seed?: number;
  readonly faults?: string;
  readonly mode?: 'live' | 'paper';
}

const KERNEL = 'runtime/kernel.ts';
const WRITER = 'runtime/journal-writer.ts';
const PLAN = 'engine/plan-intents.ts';
const ENDED = 'engine/end-attempt.ts';

/** Bugs of the kind that cost money, each of which the drill must catch. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'an order is sent before its intent is kept',
    file: KERNEL,
    find: 'const failure = this.#writer.write();\n    const take',
    replace: 'const failure = this.#writer.failure;\n    const take',
  },
  {
    name: 'an order is sent though the journal failed',
    file: KERNEL,
    find: 'if (failure === null) {\n      this.#request',
    replace: 'if (failure?.kind !== "damaged") {\n      this.#request',
    faults: 'F47,F48,F51,F3',
    seed: 12,
  },
  {
    name: 'entries that could not be written are forgotten',
    file: WRITER,
    find: 'if (failure === null) this.#unwritten = [];',
    replace: 'this.#unwritten = [];',
    faults: 'F47,F48,F40,F43',
  },
  {
    name: 'an unknown order is sent again at once',
    file: ENDED,
    find: 'intent.state = element.kind;',
    replace: "intent.state = element.kind === 'unknown' ? 'waiting' : element.kind;",
    faults: 'F3,F4,F6',
    seed: 5,
  },
  {
    name: 'every failure is taken for a rejection',
    file: ENDED,
    find: 'intent.state = element.kind;\n  if (element.kind',
    replace: "intent.state = 'rejected';\n  if (element.kind",
    faults: 'F3,F4,F6',
    seed: 5,
  },
  {
    name: 'what was under way in a crash is taken for never sent',
    file: 'engine/take-restart.ts',
    find: 'certain.has(attemptId) ? NEVER_SENT : LOST',
    replace: 'certain.size >= 0 ? NEVER_SENT : LOST',
    faults: 'F40,F3',
    seed: 12,
  },
  {
    name: 'the same tag for every occurrence of a leg',
    file: PLAN,
    find: 'orderTag({ mode, account, runId, leg, role, occurrence, slice })',
    replace: 'orderTag({ mode, account, runId, leg, role, occurrence: occurrence * 0, slice })',
    faults: 'none',
    seed: 6,
  },
  {
    name: 'the same tag for every slice',
    file: PLAN,
    find: 'orderTag({ mode, account, runId, leg, role, occurrence, slice })',
    replace: 'orderTag({ mode, account, runId, leg, role, occurrence, slice: slice * 0 })',
    faults: 'none',
    seed: 6,
  },
  {
    name: 'tags that differ from life to life',
    file: PLAN,
    find: 'orderTag({ mode, account, runId, leg, role, occurrence, slice })',
    replace:
      'orderTag({ mode, account, runId: runId + String(Math.random()), leg, role, occurrence, slice })',
    faults: 'F40,F43',
  },
  {
    name: 'intents without the program that made them',
    file: PLAN,
    find: 'const provenance = { mode, account, build };',
    replace: 'const provenance = { mode, account, build: build.slice(99) };',
    faults: 'none',
  },
  {
    name: 'intents that are not recorded',
    file: PLAN,
    find: "desk.outbox.record({ kind: 'intent', ...entry });",
    replace: 'void entry;',
    faults: 'none',
  },
  {
    name: 'the budget looks at a moment only',
    file: 'engine/message-budget.ts',
    find: 'const WINDOW_MS = 1_250;',
    replace: 'const WINDOW_MS = 50;',
    faults: 'none',
    seed: 6,
  },
  {
    name: 'orders for a broker that is not ours',
    file: 'engine/send-orders.ts',
    find: 'brokerId: desk.options.brokerId',
    replace: 'brokerId: desk.options.account',
    faults: 'none',
  },
  {
    name: 'absence is proven at once',
    file: 'engine/seek-absence.ts',
    find: 'if (lastCleanAtMs - firstCleanAtMs < quietMs(desk)) return false;',
    replace: '',
    faults: 'F5,F2,F4',
    seed: 5,
  },
  {
    name: 'absence is proven by a single glance',
    file: 'engine/seek-absence.ts',
    find: 'return Math.max(limits.ordersQuietMs,',
    replace: 'return Math.max(limits.ordersQuietMs / 60,',
    faults: 'F5,F2,F4',
    seed: 5,
  },
  {
    name: 'polls from before the send prove absence',
    file: 'engine/seek-absence.ts',
    find: 'lastCleanAtMs - firstCleanAtMs < quietMs(desk)',
    replace: 'lastCleanAtMs - Math.min(firstCleanAtMs, doubt.sinceMs - 60_000) < quietMs(desk)',
    faults: 'F5,F2,F4',
    seed: 5,
  },
  {
    name: 'unreadable records are dropped silently',
    file: 'engine/end-poll.ts',
    find: "noteMalformed(desk, { state, what: 'orders' }, observation.malformed);",
    replace: '',
    faults: 'F13,F28',
  },
  {
    name: 'polls are not journaled',
    file: WRITER,
    find: 'if (this.#to === null) return;\n    this.#unwritten.push',
    replace:
      "if (this.#to === null || event.kind === 'poll-ended') return;\n    this.#unwritten.push",
    faults: 'F40,F43',
  },
  {
    name: 'commands are not journaled',
    file: WRITER,
    find: 'if (this.#to === null) return;\n    this.#unwritten.push',
    replace:
      "if (this.#to === null || event.kind === 'commands-emitted') return;\n    this.#unwritten.push",
    faults: 'F40,F43',
  },
  {
    name: 'fills are shown as often as they are polled',
    file: 'model/order-fold.ts',
    find: 'const fillUnits = order.filledUnits - held.filledUnits;',
    replace: 'const fillUnits = order.filledUnits;',
    faults: 'none',
    seed: 6,
  },
  {
    name: 'a list of a changed journal is read as the one before',
    file: 'engine/event-codec-orders.ts',
    find: 'if (isSameJson(order, before[place])) continue;',
    replace: 'if (before[place] !== undefined) continue;',
    faults: 'F40,F43',
    seed: 6,
  },
  {
    name: 'a paper run falls back to the live route',
    file: 'runtime/paper-routes.ts',
    find: '(isPaperRoute(request) ? transport.send(request) : refuse(request))',
    replace:
      "(isPaperRoute(request) ? transport.send({ ...request, path: request.path.replace('start/paper', 'start/live') }) : refuse(request))",
    faults: 'none',
    mode: 'paper',
    seed: 3,
  },
  {
    name: 'an absent exit is sent once more',
    file: 'engine/write-off.ts',
    find: 'if (isExit(intent)) giveUpExit(desk, intent);\n  else if',
    replace: 'if (isExit(intent)) resend(desk, intent);\n  else if',
    faults: 'F2,F3,F4',
    seed: 12,
  },
  {
    name: 'the password travels with every position',
    file: 'adapters/platform/auth/session.ts',
    find: 'const headers = { ...request.headers, ...this.#heldHeaders() };',
    replace:
      'const headers = { ...request.headers, ...this.#heldHeaders() };\n    request = { ...request, path: `${request.path}?p=${this.#options.credentials.password.reveal()}` };',
    faults: 'none',
  },
  {
    name: 'an order is entered twice its size',
    file: 'engine/send-orders.ts',
    find: '    quantityUnits,\n    product,\n    terms,\n  };',
    replace: '    quantityUnits: quantityUnits * 2,\n    product,\n    terms,\n  };',
    faults: 'none',
  },
  {
    name: 'attempts that are not recorded',
    file: 'engine/outbox.ts',
    find: "this.record({ kind: 'attempt', atMs, attemptId, attempt: whole as unknown as Json });",
    replace: '',
    faults: 'none',
  },
  {
    name: 'intents of a live run that say paper',
    file: PLAN,
    find: 'const provenance = { mode, account, build };',
    replace: "const provenance = { mode: 'paper' as const, account, build };",
    faults: 'none',
  },
  {
    name: 'intents that name no account',
    file: PLAN,
    find: 'const provenance = { mode, account, build };',
    replace: "const provenance = { mode, account: '', build };",
    faults: 'none',
  },
  {
    name: 'the budget is that of another law',
    file: 'engine/engine-limits.ts',
    find: 'messagesPerSecondMax: 8,',
    replace: 'messagesPerSecondMax: 40,',
    faults: 'none',
    seed: 6,
  },
  {
    name: 'an order stands twice in its batch',
    file: 'engine/send-orders.ts',
    find: '    batch.push(element);',
    replace: '    batch.push(element, element);',
    faults: 'none',
  },
  {
    name: 'a block that was kept after all is written again',
    file: 'adapters/journal/block-journal.ts',
    find: 'lines = withoutKept(lines, settled.value);',
    replace: '',
    faults: 'F48,F40,F43',
    seed: 5,
  },
  {
    name: 'intents are left out of the journal',
    file: WRITER,
    find: "if (kind === 'intent' || kind === 'attempt' || kind === 'halt') this.take(record);",
    replace: "if (kind === 'attempt' || kind === 'halt') this.take(record);",
    faults: 'none',
  },
];
