import { type Random, seededRandom } from '../../src/base/random.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { compileExpression } from '../../src/language/expressions/compile-expression.ts';

/** What went wrong with one text, so that it can be tried again. */
export interface FuzzFailure {
  readonly kind: 'threw' | 'slow' | 'unexplained' | 'unknown key accepted';
  readonly text: string;
  readonly detail: string;
}

/** What a round of texts came to. */
export interface FuzzedLanguage {
  readonly texts: number;
  /** How many of them were right after all. */
  readonly accepted: number;
  /** The slowest one, after it was tried again. */
  readonly slowestMs: number;
  readonly failures: readonly FuzzFailure[];
}

/** Longest that a text may take. */
export const TEXT_MS_MAX = 50;
/** A machine that is busy makes a text slow once, not five times. */
const TRIES = 5;
const NAMES = {
  legs: ['ce', 'sold-pe'],
  variables: new Map([['level', 'price' as const]]),
  sources: new Map([['vix', new Map([['level', 'number' as const]])]]),
};

/** A good file of rules with every word, as plain values. */
const GOOD = {
  name: 'fuzzed',
  schemaVersion: 1,
  underlying: 'NIFTY',
  exit: '15:10',
  product: 'carry-forward',
  carry: '1 day',
  days: ['monday', 'friday'],
  daysToExpiry: '0-4',
  stop: '30%',
  trail: { move: '10 points', step: '5 points' },
  onStop: { cost: 'all', reenter: { how: 'on-momentum', direction: 'reversed', times: 2 } },
  momentum: 'up 10%',
  legs: {
    ce: { side: 'sell', type: 'CE', strike: 'ATM', target: '50%', onTarget: { exit: 'all' } },
    future: { side: 'buy', type: 'FUT', stop: '2000 rupees' },
    wing: {
      side: 'buy',
      type: 'CE',
      underlying: 'BANKNIFTY',
      strike: 'straddle 100%',
      expiry: '7 days',
    },
    'sold-pe': { side: 'sell', type: 'PE', strike: 'premium ~120', expiry: 'monthly', lots: 2 },
  },
  variables: { count: 0, level: '24500 points', until: '14:00' },
  sources: {
    vix: {
      file: './vix-source.ts',
      fields: { level: 'number', calm: 'boolean', limit: 'points' },
      staleAfter: '5m',
    },
  },
  whole: { stop: '5000 rupees', trail: { move: '1000 rupees', step: '500 rupees' } },
  protections: {
    dayLoss: '5000 rupees',
    weekLoss: '20000 rupees',
    losingStreak: 3,
    cooldown: '30 minutes',
  },
  rules: [
    {
      name: 'enter',
      when: { every: '5m', from: '09:20', to: '14:00' },
      if: { or: ['index > 24500', { not: 'close(5m) < open(5m)' }, { and: ['time > 10:15'] }] },
      then: [{ enter: 'all' }, { wait: '90s' }, { cancel: ['ce'] }, { exit: ['ce'] }],
      mode: 'queued',
      cooldown: '5m',
      times: 3,
    },
    {
      when: { becomes: 'profit < -5000 rupees and price(ce) > entry(ce) * 130%' },
      then: [{ exit: 'all' }, { alert: 'A loss', severity: 'warning' }],
    },
    { when: { fill: 'ce', role: 'stop' }, then: [{ alert: 'stopped' }] },
    { when: { bar: '15m' }, if: ['lots("sold-pe") = 0'], then: [{ alert: 'a bar' }] },
    { when: { source: 'vix' }, if: 'vix.level < 14 or vix.calm', then: [{ exit: ['ce'] }] },
    { when: { at: '09:20' }, then: [{ enter: ['ce'] }] },
    { when: { session: 'open' }, then: [{ set: { count: 'count + 1', level: 'level + 5' } }] },
    { when: { rejection: 'ce', role: 'entry' }, then: [{ alert: 'rejected' }] },
    {
      when: { becomes: 'index > 24500', rearm: 'index < 24400' },
      then: [
        { wait: { until: 'index > 24600', atMost: '10m' }, onRestart: { 'fire-if-within': '2m' } },
        {
          repeat: {
            times: 3,
            while: 'index > 24000',
            then: [{ alert: 'a round' }, { wait: '1m' }],
          },
        },
        {
          choose: [{ if: 'lots("sold-pe") = 0', then: [{ exit: 'all' }] }],
          otherwise: [{ alert: 'no' }],
        },
      ],
    },
    { when: { cron: '*/5 10 * * *' }, then: [{ wait: '5m', onRestart: 'ask' }, { alert: 'late' }] },
  ],
} as const;

/** The same with what is only of one day. */
const GOOD_TODAY = { ...GOOD, carry: undefined, indexStop: '100 points', indexTarget: '0.5%' };

/** The same, whose entries are sized by their risk. */
const GOOD_SIZED = {
  ...GOOD_TODAY,
  risk: '1%',
  capital: '500000 rupees',
  maxLots: 10,
  momentum: undefined,
  onStop: { cost: 'all', reenter: { how: 'immediately', times: 2 } },
  legs: {
    ce: GOOD.legs.ce,
    future: { side: 'buy', type: 'FUT', stop: '1%' },
    wing: { side: 'buy', type: 'CE', strike: 'OTM2', units: undefined },
    'sold-pe': { ...GOOD.legs['sold-pe'], lots: 2 },
  },
};

function goodFile(random: Random): Mutable {
  const files = [GOOD, GOOD_TODAY, GOOD_SIZED];
  return structuredClone<Mutable>(files[random.below(3)] ?? GOOD);
}

const WORDS = [
  ...['index', 'time', 'profit', 'price', 'entry', 'lots', 'close', 'ce', 'sold-pe', '"sold-pe"'],
  ...['vix.level', 'vix', '.level', 'ema', 'macd', 'vwap', 'BANKNIFTY', '9', '26'],
  ...['and', 'or', 'not', '<', '<=', '=', '!=', '>=', '>', '+', '-', '*', '/', '(', ')', ','],
  ...['24500', '0.5', '30%', '5000 rupees', '40 points', '09:20', '5m', '90s', '1h', '999999999'],
  ...['"', "'", '%', ':', '.', '₹', '==', '\u202e', '\u0000', '\n', '__proto__', 'constructor'],
];
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, '', ' ', '09:20', '5m', 'all', [], {}, [[]], [null]],
  ...['a'.repeat(600), '('.repeat(400), 'not '.repeat(120), '-'.repeat(499), '9'.repeat(499)],
];
const NO_KEYS = ['sstop', 'x', 'constructor', 'toString', 'hasOwnProperty', 'unknown', 'Rules', ''];

/** Tries texts that are nearly right: none may crash, hang, be refused without a place, or be accepted with an unknown key. */
export function fuzzLanguage(seed: number, count: number): FuzzedLanguage {
  const random = seededRandom(seed);
  const failures: FuzzFailure[] = [];
  let accepted = 0;
  let slowestMs = 0;
  for (let index = 0; index < count; index += 1) {
    const tried = tryText(random, index % 3);
    accepted += tried.isAccepted ? 1 : 0;
    slowestMs = Math.max(slowestMs, tried.ms);
    if (tried.failure !== null) failures.push(tried.failure);
  }
  return { texts: count, accepted, slowestMs, failures };
}

interface Tried {
  readonly isAccepted: boolean;
  readonly ms: number;
  readonly failure: FuzzFailure | null;
}

function tryText(random: Random, kind: number): Tried {
  if (kind === 0) {
    const text = soup(random);
    return measured(text, () => expressionFault(text));
  }
  if (kind === 1) {
    const text = JSON.stringify(withOddValue(random), null, random.below(2));
    return measured(text, () => documentFault(text));
  }
  const text = JSON.stringify(withUnknownKey(random), null, random.below(2));
  return measured(text, () => {
    const { isAccepted, fault } = documentFault(text);
    return { isAccepted, fault: isAccepted ? 'unknown key accepted' : fault };
  });
}

interface Judged {
  readonly isAccepted: boolean;
  readonly fault: FuzzFailure['kind'] | null;
}

function expressionFault(text: string): Judged {
  const compiled = compileExpression(text, NAMES);
  if (compiled.ok) {
    const value = compiled.value.evaluate({ get: (key) => key.length * 1_000 });
    return { isAccepted: true, fault: Number.isNaN(value) ? 'unexplained' : null };
  }
  const { startOffset, endOffset } = compiled.error.span;
  const isPlaced = startOffset >= 0 && endOffset >= startOffset && endOffset <= text.length;
  return { isAccepted: false, fault: isPlaced ? null : 'unexplained' };
}

function documentFault(text: string): Judged {
  const compiled = compileStrategy(text, 'fuzzed.yaml');
  if (compiled.ok) return { isAccepted: true, fault: null };
  const isPlaced = compiled.error.every(({ line, column }) => line !== null && column !== null);
  const isExplained = compiled.error.length > 0 && (isPlaced || compiled.error.length > 20);
  return { isAccepted: false, fault: isExplained ? null : 'unexplained' };
}

function measured(text: string, judge: () => Judged): Tried {
  let ms = Infinity;
  let judged: Judged = { isAccepted: false, fault: null };
  try {
    for (let tries = 0; tries < TRIES && ms > TEXT_MS_MAX; tries += 1) {
      const before = process.threadCpuUsage();
      judged = judge();
      // What others do on the machine meanwhile is no hang.
      const { user, system } = process.threadCpuUsage(before);
      ms = Math.min(ms, (user + system) / 1_000);
    }
  } catch (error) {
    return { isAccepted: false, ms: 0, failure: { kind: 'threw', text, detail: String(error) } };
  }
  const kind = ms > TEXT_MS_MAX ? 'slow' : judged.fault;
  const failure = kind === null ? null : { kind, text, detail: `${ms.toFixed(1)} ms` };
  return { isAccepted: judged.isAccepted, ms, failure };
}

/** Words at random, or in the order of an expression, of which some are right. */
function soup(random: Random): string {
  if (random.below(2) === 0) return ordered(random);
  const length = 1 + random.below(random.below(8) === 0 ? 120 : 12);
  return Array.from({ length }, () => picked(random, WORDS)).join(random.below(4) === 0 ? '' : ' ');
}

const OPERANDS = [
  'index',
  'close(5m)',
  'ema(9, 5m)',
  'supertrend(10, 3, 15m, BANKNIFTY)',
  'rsi(14, 5m)',
  'price(ce)',
  'profit',
  'time',
  '24500',
  '30%',
  '10:15',
  '5m',
];
const OPERATORS = ['<', '<=', '=', '!=', '>', '+', '-', '*', '/'];

function ordered(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const sum = `${picked(random, OPERANDS)} ${picked(random, OPERATORS)} ${picked(random, OPERANDS)}`;
    return random.below(2) === 0 ? sum : `(${sum}) ${picked(random, OPERATORS)} index`;
  });
  return parts.join(` ${picked(random, ['and', 'or', 'and not'])} `);
}

type Mutable = Record<string, unknown> | unknown[];

function withOddValue(random: Random): unknown {
  const copy = goodFile(random);
  const changes = random.below(4);
  for (let change = 0; change < changes; change += 1) {
    const holders = holdersIn(copy);
    const holder = picked(random, holders);
    const keys = Object.keys(holder);
    if (keys.length === 0) continue;
    const value = oddValue(random);
    Reflect.set(holder, picked(random, keys), random.below(6) === 0 ? undefined : value);
  }
  return copy;
}

/** A key that no part of a file knows. Variables and legs have names of their own, but a leg is no value. */
function withUnknownKey(random: Random): unknown {
  const copy = (random.below(2) === 0 ? goodFile(random) : withOddValue(random)) as Mutable;
  const named: unknown = Reflect.get(copy, 'variables');
  const mappings = holdersIn(copy).filter((holder) => !Array.isArray(holder) && holder !== named);
  const value = oddValue(random);
  Reflect.set(picked(random, mappings), picked(random, NO_KEYS), value ?? 0);
  return copy;
}

/** A fresh one each time: it may be changed in turn, or come to stand inside itself. */
function oddValue(random: Random): unknown {
  return random.below(2) === 0 ? structuredClone(picked(random, ODD)) : soup(random);
}

function holdersIn(value: Mutable): readonly Mutable[] {
  const inner = Object.values(value).filter(
    (part): part is Mutable => typeof part === 'object' && part !== null,
  );
  return [value, ...inner.flatMap(holdersIn)];
}

function picked<Value>(random: Random, from: readonly Value[]): Value {
  return from[random.below(from.length)] as Value;
}
