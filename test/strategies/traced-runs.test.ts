import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { askedMoment } from '../../src/research/traces/asked-moment.ts';
import { withTrace } from '../../src/strategy/define-strategy.ts';
import { RunTrace } from '../../src/strategy/run-trace.ts';
import { anyDay, compiled } from './play-both.ts';
import { playDay } from './scripted-day.ts';

const RULES = `name: busy
schemaVersion: 1
underlying: NIFTY
exit: '15:10'
stop: 20%
variables: { tries: 0 }
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: buy, type: PE, strike: OTM1 }
rules:
  - when: { every: 7m, from: '09:20' }
    if: { or: [tries < 3, index > 24020] }
    then: [{ enter: all }, { set: { tries: tries + 1 } }]
    cooldown: 20m
  - when: { becomes: index > 24010 and profit > -500 rupees }
    then: [{ wait: 3m }, { exit: [ce] }, { alert: up }]
    mode: queued
  - when: { bar: 5m }
    if: [close(5m) < open(5m), { not: lots(ce) = 0 }]
    then: [{ exit: [pe] }, { enter: [pe] }]
    mode: restart
  - when: { fill: ce, role: stop }
    then: [{ set: { tries: tries + price(ce) / entry(ce) } }, { alert: stopped }]
    times: 2
  - when: { every: 11m, from: '09:30' }
    then:
      - wait: { until: index > 24015, atMost: 5m }
        onRestart: skip
      - repeat: { times: 3, while: tries < 9, until: index > 24050, then: [{ set: { tries: tries + 1 } }, { wait: 1m }] }
      - choose: [{ if: lots(ce) = 0, then: [{ enter: [ce] }] }, { if: index > 24000, then: [{ exit: [ce] }] }]
        otherwise: [{ alert: neither }]
`;

const FILES = [
  ...['afternoon-straddle', 'short-straddle', 'opening-range-breakout', 'custom-position'],
  'cookbook/vix-filter',
];
const TEXTS = [
  RULES,
  RULES,
  ...FILES.map((name) =>
    readFileSync(new URL(`../../strategies/${name}.yaml`, import.meta.url), 'utf8'),
  ),
];

it('decides the same, byte for byte, whether it is traced, asked about a moment, or neither', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...TEXTS), fc.boolean(), (day, text, isAsked) => {
      const moment = isAsked ? askedMoment(day.date ?? '2026-11-20', '10:42') : null;
      const trace = new RunTrace(moment);
      const strategy = compiled(text);
      const alone = playDay({ ...day, strategy });
      const traced = playDay({ ...day, strategy: withTrace(strategy, () => trace) });
      expect(traced.commands).toEqual(alone.commands);
      expect(traced.last).toEqual(alone.last);
      expect(trace.commands).toEqual(alone.commands);
    }),
    { numRuns: 12 },
  );
});
