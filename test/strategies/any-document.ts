import fc from 'fast-check';

/** A part of a document, without the keys that were not drawn. */
function partOf(keys: Readonly<Record<string, fc.Arbitrary<unknown>>>, required: string[] = []) {
  return fc.record(keys, { requiredKeys: required });
}

function seldom<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  const none = { weight: 2, arbitrary: fc.constant(undefined) };
  return fc.oneof(none, { weight: 1, arbitrary: values });
}

const distance = fc.constantFrom('20%', '35.5%', '12 points', '900 rupees', '1 point');
const amount = fc.constantFrom('800 rupees', '25%', '1500.50 rupees');
const indexDistance = fc.constantFrom('15 points', '0.1%', '30.5 points');
const scope = fc.constantFrom<unknown>('all', ['ce'], ['sold-pe', 'ce']);
const time = fc.constantFrom('09:20', '09:31:30', '10:15', '12:00');
const step = fc.record({ move: distance, step: distance });

const afterClose = fc.oneof(
  fc.record({ cost: scope }),
  fc.record({ exit: scope }),
  fc.record({
    reenter: fc.record({
      how: fc.constantFrom('immediately', 'at-cost', 'on-momentum'),
      direction: fc.constantFrom('same', 'reversed'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  }),
);

const protection = {
  stop: seldom(distance),
  target: seldom(distance),
  trail: seldom(step),
  momentum: seldom(fc.constantFrom('up 1%', 'down 3 points', 'up 2.50 points', 'down 1.0%')),
  indexStop: seldom(indexDistance),
  indexTarget: seldom(indexDistance),
  onStop: seldom(afterClose),
  onTarget: seldom(afterClose),
};

const strike = fc.constantFrom<unknown>(
  ...['ATM', 'OTM2', 'ITM1', 'premium ~80', 'premium >= 60', 'premium <= 90.5'],
  ...['premium 60-110', 'delta 0.3', 'spot 0.5%', 'straddle -50%', 'strike 24000', 24_100],
);
const expiry = fc.constantFrom('weekly', 'next-weekly', 'monthly', '7 days', '2026-12-01');
const side = fc.constantFrom('buy', 'sell');
const option = partOf(
  {
    side,
    type: fc.constantFrom('CE', 'PE'),
    strike,
    expiry: seldom(expiry),
    lots: seldom(fc.integer({ min: 1, max: 3 })),
    units: seldom(seldom(seldom(fc.constantFrom(75, 150, 100)))),
    when: seldom(fc.constantFrom('above', 'below')),
    ...protection,
  },
  ['side', 'type', 'strike'],
);
const future = fc.record({ side, type: fc.constant('FUT'), stop: distance });

const legs = fc.oneof(
  fc.record({ ce: option, 'sold-pe': option }),
  fc.record({ ce: option, 'sold-pe': option, future }),
  fc.record({ '1': option, ce: option, 'sold-pe': option }),
);

const top = {
  name: fc.constantFrom('drawn', 'a-name'),
  schemaVersion: fc.constant(1),
  underlying: fc.constant('NIFTY'),
  exit: fc.constantFrom('15:10', '14:00', '11:00:30'),
  days: seldom(seldom(fc.constantFrom<unknown>('expiry', ['friday', 'tuesday'], ['monday']))),
  daysToExpiry: seldom(fc.constantFrom<unknown>('0-4', 0, '1-30')),
  product: seldom(fc.constantFrom('intraday', 'carry-forward')),
  broker: seldom(seldom(fc.constantFrom('hedge-fund', '2nd_broker'))),
  carry: seldom(seldom(fc.constantFrom('1 day', '3 days', 'expiry'))),
  expiry: seldom(expiry),
  lots: seldom(fc.integer({ min: 1, max: 4 })),
  units: seldom(seldom(fc.constantFrom(75, 150, 100))),
  ...protection,
  whole: seldom(
    fc.oneof(
      fc.record({ stop: amount }),
      fc.record({ stop: amount, target: amount }),
      fc.record({ stop: amount, trail: fc.record({ move: amount, step: amount }) }),
    ),
  ),
  protections: seldom(
    fc.record(
      {
        dayLoss: fc.constantFrom('5000 rupees', '999.50 rupees'),
        weekLoss: fc.constantFrom('15000 rupees', '1 rupee'),
        drawdown: fc.constant('4000 rupees'),
        losingStreak: fc.integer({ min: 1, max: 3 }),
        cooldown: fc.constantFrom('30 minutes', '1 minute'),
      },
      { requiredKeys: ['weekLoss'] },
    ),
  ),
};

const entry = fc.oneof(
  time,
  fc.constantFrom<unknown>(['09:20', '10:30', '12:00'], ['09:25:30']),
  fc.record({
    range: fc.constantFrom('15 minutes', '1 minute'),
    bar: fc.constantFrom('5 minutes', '3 minutes'),
    before: fc.constantFrom('10:45', '14:00'),
    otherSide: fc.constantFrom('hold', 'exit'),
  }),
);
const legsDocument = fc.record({
  ...top,
  entry,
  lastEntry: seldom(fc.constantFrom('13:00', '10:40')),
  legs,
});

const value = fc.constantFrom(
  ...['index', 'close(5m)', 'high(15m) - low(15m) + close(5m)', 'ema(9, 5m)', 'vwap(5m)'],
  ...[
    'supertrend(10, 3, 5m)',
    '24000',
    '24010.5 points',
    'index * 100.01%',
    'level',
    'vix.points',
    '-(0 - 24000)',
  ],
);
const condition = fc.oneof(
  fc.tuple(value, fc.constantFrom('<', '<=', '>', '>=', '!='), value).map((all) => all.join(' ')),
  fc.constantFrom(
    ...['time >= 10:15', 'profit < -200 rupees', '-profit > 100 rupees', 'lots(ce) = 0'],
    ...['price(ce) > entry(ce) * 105%', 'not lots("sold-pe") < 0', 'count < 3', 'rsi(3, 5m) > 55'],
    ...['time - 09:15 > 30m', 'macd(3, 6, 2, 5m) > macd_signal(3, 6, 2, 5m)', 'lots(ce) / 0 = 1'],
    ...['index > 23990 and time < 14:00 and count >= 0', 'index < 24005 or index > 24010'],
    ...['index(NIFTY) > 24000 and close(5m, NIFTY) > 0', 'vix.level < 14', 'not vix.calm'],
    ...['vix.level > 15 or vix.calm', 'index > 24000 and vix.change < -1%'],
  ),
);
const conditions = fc.oneof(
  condition,
  fc.array(condition, { minLength: 1, maxLength: 3 }),
  fc.record({ or: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
  fc.record({ not: fc.oneof(condition, fc.record({ and: fc.tuple(condition, condition) })) }),
);

const trigger = fc.oneof(
  fc.record({ at: time }),
  fc.record({ every: fc.constantFrom('7m', '90s', '1h') }),
  fc.record({ every: fc.constantFrom('5m', '20m'), from: time, to: fc.constant('14:30') }),
  fc.record({ becomes: condition }),
  fc.record({ source: fc.constant('vix') }),
  fc.record({ becomes: condition, rearm: conditions }),
  fc.record({ cron: fc.constantFrom('*/20 10-13 * * 1-5', '30 15 11 * * *') }),
  fc.record({ bar: fc.constantFrom('5m', '15m') }),
  fc.record({ session: fc.constantFrom('open', 'close') }),
  fc.record({
    fill: fc.constantFrom('ce', 'sold-pe'),
    role: fc.constantFrom('entry', 'stop', 'exit'),
  }),
  fc.record({ fill: fc.constant('ce') }),
  fc.record({ rejection: fc.constant('ce') }),
  fc.record({ 'partial-fill': fc.constant('ce') }),
  fc.record({ cancellation: fc.constantFrom('ce', 'sold-pe'), role: fc.constant('stop') }),
  fc.record({ placement: fc.constant('ce'), role: fc.constantFrom('entry', 'stop') }),
);
const simpleAction = fc.oneof(
  fc.record({ enter: scope }),
  fc.record({ exit: scope }),
  fc.record({ cancel: scope }),
  fc.record({ alert: fc.constantFrom('seen', 'it\'s a "level"') }),
  fc.record({
    alert: fc.constant('loud'),
    severity: fc.constantFrom('info', 'warning', 'critical'),
  }),
  fc.record({ wait: fc.constantFrom('30s', '5m') }),
  fc.record({ wait: fc.record({ until: conditions, atMost: fc.constantFrom('10m', '90s') }) }),
  fc.record({
    wait: fc.constant('2m'),
    onRestart: fc.constantFrom<unknown>('fire', 'skip', 'ask', { 'fire-if-within': '2m' }),
  }),
  fc.record({ set: fc.constantFrom({ count: 'count + 1' }, { level: 'index', count: 0 }) }),
);
const inner = fc.array(simpleAction, { minLength: 1, maxLength: 2 });
const branch = fc.record({ if: conditions, then: inner });
const action = fc.oneof(
  { weight: 6, arbitrary: simpleAction },
  {
    weight: 1,
    arbitrary: partOf(
      {
        choose: fc.array(branch, { minLength: 1, maxLength: 2 }),
        otherwise: seldom(inner),
      },
      ['choose'],
    ),
  },
  {
    weight: 1,
    arbitrary: partOf(
      {
        repeat: fc.record({
          times: fc.integer({ min: 1, max: 3 }),
          while: seldom(conditions),
          until: seldom(conditions),
          then: inner,
        }),
      },
      ['repeat'],
    ),
  },
);
const rule = partOf(
  {
    name: seldom(fc.constantFrom('enter', 'lock-profit', 'enter-2')),
    when: trigger,
    if: seldom(conditions),
    then: fc.array(action, { minLength: 1, maxLength: 4 }),
    mode: seldom(fc.constantFrom('single', 'restart', 'queued', 'parallel')),
    cooldown: seldom(fc.constantFrom('3m', '45s')),
    times: seldom(fc.integer({ min: 1, max: 4 })),
  },
  ['when', 'then'],
);
const vix = {
  file: './vix-source.ts',
  fields: { level: 'number', change: 'percent', points: 'points', calm: 'boolean' },
};
const rulesDocument = fc.record({
  ...top,
  legs,
  variables: fc.constant({ count: 0, level: '24000 points', until: '14:00', share: '-5%' }),
  sources: fc.constantFrom(
    { vix: { ...vix, staleAfter: '15m' } },
    { vix },
    { other: { file: './other.js', fields: { on: 'boolean' } }, vix },
  ),
  rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
});

const stop = fc.constantFrom('20%', '12 points', '35.5%');
const maxLots = fc.constantFrom(3, 8, 40);
const capital = fc.constantFrom('500000 rupees', '1000000 rupees');
const sizing = fc.oneof(
  fc.record({
    risk: fc.constantFrom('4000 rupees', '20000 rupees', '300.50 rupees'),
    maxLots,
    stop,
  }),
  fc.record({ risk: fc.constantFrom('1%', '2.5%', '0.1%'), capital, maxLots, stop }),
  fc.record({ share: fc.constantFrom('5%', '20%', '0.5%'), capital, maxLots }),
);

/** A document whose entries are sized, without most of what cannot stand beside that. */
function sizedText(document: object, size: object): string {
  const others = ['lots', 'units', 'momentum', 'future'];
  const inRupees = (value: unknown): boolean => JSON.stringify([value]).includes('rupee');
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (others.includes(key) || (key === 'trail' && inRupees(value))) return undefined;
    return (key === 'stop' || key === 'target') && inRupees(value) ? '25%' : value;
  });
  const bought = (all: string): string =>
    all.replaceAll('"sell"', '"buy"').replaceAll('"reversed"', '"same"');
  const sides = 'share' in size ? bought(text) : text;
  const sized = { ...(JSON.parse(sides) as object), ...size };
  return JSON.stringify(sized).replaceAll('on-momentum', 'immediately');
}

const document = fc.oneof(legsDocument, rulesDocument);

/** Documents of legs and of rules, in every word, as text. Some are refused: their parts do not fit each other. */
export const anyDocument: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: document.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.tuple(document, sizing).map(([one, size]) => sizedText(one, size)) },
);
