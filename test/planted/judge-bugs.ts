import { type PlantedBug } from './planted-bug.ts';

const VIEW = 'engine/engine-view.ts';
const SESSION = 'adapters/platform/auth/session.ts';

/** Bugs that one judge has to find itself: without these it could be put out of work and nobody would know. */
export const JUDGE_BUGS: readonly PlantedBug[] = [
  {
    name: 'a write is repeated when its connection breaks',
    file: SESSION,
    find: "const isOver = first.kind === 'response' && first.status === 401 && kind === 'read';",
    replace:
      "if (first.kind === 'interrupted') return this.#sendOnce(request);\n    const isOver = first.kind === 'response' && first.status === 401 && kind === 'read';",
    faults: ['F3', 'F4'],
    seed: 5,
    caughtBy: ['I1'],
  },
  {
    name: 'an order of ours that no run has asked for is told to nobody',
    file: 'engine/reconciling/observe-orders.ts',
    find: 'for (const order of orphans.filter((of)',
    replace: 'for (const order of orphans.slice(99).filter((of)',
    faults: ['F26'],
    seed: 1,
    caughtBy: ['I4'],
    says: 'is of no intent and has no notice',
  },
  {
    name: 'an unknown order that never shows is rejected',
    file: 'engine/intents/write-off.ts',
    find: "become(intent, 'proven-absent');",
    replace: "Object.assign(intent, { state: 'rejected' });",
    faults: ['F2', 'F4'],
    seed: 5,
    caughtBy: ['I13'],
    says: 'from unknown to rejected',
  },
  {
    name: 'what is left at the close is told to nobody',
    file: 'engine/closing/end-of-day.ts',
    find: 'desk.nowMs < closeMs) return;',
    replace: 'desk.nowMs > 0) return;',
    also: [
      {
        file: 'engine/closing/square-off.ts',
        find: 'if (open.length > 0) {',
        replace: 'if (open.length > 99) {',
      },
    ],
    faults: ['F1', 'F2', 'F8'],
    seed: 41,
    caughtBy: ['I7'],
    says: 'after the close without a notice',
  },
  {
    name: 'a square-off opens more of the same',
    file: 'engine/closing/square-off.ts',
    find: "side: position.netUnits > 0 ? 'sell' : 'buy',",
    replace: "side: position.netUnits > 0 ? 'buy' : 'sell',",
    also: [
      {
        file: 'risk/check-order.ts',
        find: 'order.side !== closingSide) {',
        replace: "order.side === 'both') {",
      },
    ],
    faults: [],
    seed: 2,
    caughtBy: ['I8'],
    says: ' took ',
  },
  {
    name: 'a login that fails tells its password',
    file: SESSION,
    find: 'const reason = `Not logged in: ${describeFailure(outcome)}`;',
    replace:
      'const reason = `Not logged in as ${this.#options.credentials.password.reveal()}: ${describeFailure(outcome)}`;',
    // What goes out of a session is masked.
    also: [
      {
        file: 'adapters/shared/scrub.ts',
        find: 'const asked = secrets();',
        replace: 'const asked = secrets().slice(99);',
      },
    ],
    faults: ['F30', 'F32', 'F33'],
    seed: 22,
    caughtBy: ['I20'],
    says: 'A notice tells a secret',
  },
  {
    name: 'attempts that were answered are kept',
    file: 'engine/sending/attempt-book.ts',
    find: 'this.#open.delete(attemptId);',
    replace: '',
    // A day of whole batches has too few.
    also: [
      {
        file: 'engine/sending/send-orders.ts',
        find: 'batch.length >= desk.limits.batchElementsMax',
        replace: 'batch.length >= 1',
      },
    ],
    faults: [],
    seed: 6,
    caughtBy: ['I22'],
    says: 'attempts are under way',
  },
  {
    name: 'a held run goes on',
    file: 'kernel/kernel.ts',
    find: 'if (one.run !== null) this.#runs.park(one.run);',
    replace:
      "if (one.run !== null) this.#runs.resume([{ run: one.run, owed: { commands: [], watches: null, state: 'running', storeChanges: [] } }], nowMs);",
    also: [
      {
        file: 'engine/commands/take-commands.ts',
        find: "if (run.state === 'running') take(",
        replace: "if (run.state !== 'failed') take(",
      },
      {
        file: 'engine/judging/judge-intent.ts',
        find: "desk.runs.get(runId).state !== 'held'",
        replace: "desk.runs.get(runId).state !== 'failed'",
      },
    ],
    faults: ['F46'],
    seed: 6,
    caughtBy: ['I29'],
    says: 'was held',
  },
  {
    name: 'positions start on a holiday',
    file: 'risk/approve-webhook.ts',
    find: 'if (window === null || nowMs < window.startMs || nowMs >= window.endMs) {',
    replace: 'if (window !== null && (nowMs < window.startMs || nowMs >= window.endMs)) {',
    faults: ['F38'],
    seed: 42,
    caughtBy: ['I30'],
  },
  {
    name: 'what is kept holds the password',
    file: SESSION,
    find: 'this.#lastFailure = describeFailure(outcome);',
    replace:
      'this.#lastFailure = `${describeFailure(outcome)} (${this.#options.credentials.password.reveal()})`;',
    also: [
      {
        file: 'adapters/shared/scrub.ts',
        find: 'const asked = secrets();',
        replace: 'const asked = secrets().slice(99);',
      },
    ],
    faults: ['F30', 'F32', 'F33'],
    seed: 22,
    caughtBy: ['I20'],
    says: 'The journal holds a secret',
  },
  {
    name: 'orders that were refused are forgotten',
    file: VIEW,
    find: 'const intents = [...desk.intents.all()];',
    replace: "const intents = [...desk.intents.all()].filter(({ state }) => state !== 'refused');",
    faults: [],
    seed: 6,
    caughtBy: ['I2'],
    says: 'is on the disk and in no view',
  },
  {
    name: 'orders that are over are not shown',
    file: VIEW,
    find: 'orders: [...desk.orders.all()],',
    replace: "orders: [...desk.orders.all()].filter(({ status }) => status !== 'completed'),",
    faults: [],
    seed: 2,
    caughtBy: ['I2'],
    says: 'was never seen',
  },
  {
    name: 'orders that have filled are forgotten',
    file: VIEW,
    find: 'const intents = [...desk.intents.all()];',
    replace:
      "const intents = [...desk.intents.all()].filter(({ orders }) => ![...orders.values()].some(({ status }) => status === 'completed'));",
    faults: [],
    seed: 2,
    caughtBy: ['I25'],
    says: 'was sent and is of no intent',
  },
  {
    name: 'everything is kept many times',
    file: 'kernel/journal-writer.ts',
    find: "this.#unwritten.push({ kind: 'event', atMs: event.atMs, event: this.#to.encode(event) });",
    replace:
      "for (let times = 0; times < 200; times += 1) this.#unwritten.push({ kind: 'event', atMs: event.atMs, event: this.#to.encode(event) });",
    faults: [],
    seed: 1,
    caughtBy: ['I22'],
    says: 'entries of one day',
  },
  {
    name: 'a restart puts something into the books that no event tells',
    file: 'engine/lifecycle/take-process-events.ts',
    find: 'desk.vetoes = [];\n  desk.polls.forget();',
    replace:
      'desk.vetoes = [];\n  for (const intent of desk.intents.all()) intent.detail += String(Math.random());\n  desk.polls.forget();',
    faults: ['F40', 'F43'],
    seed: 1,
    caughtBy: ['I15'],
    says: 'differ after a fold',
  },
  {
    name: 'an order that was not answered is left as it is',
    file: 'engine/intents/settle-answers.ts',
    find: 'become(intent, `answered-${element.kind}`);',
    replace: "if (element.kind !== 'unknown') become(intent, `answered-${element.kind}`);",
    faults: ['F2', 'F4'],
    drillMode: 'liveness',
    seed: 5,
    caughtBy: ['I27'],
  },
  {
    name: 'a list that is not whole proves absence by itself',
    file: 'engine/polling/end-poll.ts',
    find: 'if (quality.isClean) countOrdersPoll(desk, startedAtMs);',
    replace:
      "if (quality.isClean) countOrdersPoll(desk, startedAtMs);\n  else for (const doubt of [...desk.doubts.all()]) if (doubt.intent.state === 'unknown') writeOff(desk, doubt);",
    also: [
      {
        file: 'engine/polling/end-poll.ts',
        find: "import { countOrdersPoll, passTime } from '../reconciling/seek-absence.ts';",
        replace:
          "import { countOrdersPoll, passTime } from '../reconciling/seek-absence.ts';\nimport { writeOff } from '../intents/write-off.ts';",
      },
    ],
    seed: 43,
    caughtBy: ['I28'],
    says: 'by a list that is not whole',
  },
];
