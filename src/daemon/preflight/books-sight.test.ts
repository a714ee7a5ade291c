import { describe, expect, it } from 'vitest';

import { aQuote, CE, type EngineRig, startedRig } from '../../../test/support/engine-rig.ts';
import { MINUTE_MS } from '../../model/time/ist.ts';
import { wantedPrices } from './books-sight.ts';
import { type CheckAnswer } from './finding.ts';
import { checkPriceSource } from './machine-checks.ts';
import { PolledSight } from './polled-sight.ts';
import { aSight, KNOWLEDGE } from './testing/sample-sights.ts';

const OF_CE = { kind: 'contract', contract: CE } as const;

/** A running day whose polls of quotes are seen by the checks. */
class PolledDay {
  readonly rig: EngineRig = startedRig();
  readonly #polled = new PolledSight(
    { login: { state: 'valid', atMs: 0 }, prices: { state: 'unknown', detail: 'not polled' } },
    true,
  );

  quote(): void {
    const { nowMs } = this.rig;
    this.rig.quotes(aQuote(CE));
    const value = [{ ...aQuote(CE), atMs: nowMs }];
    this.#polled.take({ subject: 'quotes', outcome: { kind: 'accepted', value } }, nowMs);
  }

  fail(): void {
    const rejection = { form: 'not-sent', reason: 'timeout' } as const;
    const outcome = { kind: 'rejected', rejection } as const;
    this.#polled.take({ subject: 'quotes', outcome }, this.rig.nowMs);
  }

  check(): CheckAnswer {
    const prices = wantedPrices(this.#polled.prices, this.rig.engine.view());
    const day = KNOWLEDGE.calendar.day('2026-11-20');
    return checkPriceSource(aSight({ prices, nowMs: this.rig.nowMs, day }));
  }
}

describe('the check of prices in a session', () => {
  it('keeps nothing back while nothing watches prices, and checks again from when something does', () => {
    const day = new PolledDay();
    day.rig.watch(OF_CE);
    day.quote();
    expect(day.check()).toMatchObject({ state: 'go' });
    day.rig.watch();
    day.rig.pass(10 * MINUTE_MS);
    expect(day.check()).toMatchObject({
      state: 'not-checked',
      found: 'no strategy watches prices',
    });
    day.rig.watch(OF_CE);
    expect(day.check()).toMatchObject({ state: 'go' });
    day.rig.pass(3 * MINUTE_MS);
    expect(day.check()).toMatchObject({ state: 'no-go' });
    day.quote();
    expect(day.check()).toMatchObject({ state: 'go' });
  });

  it('forgets a failure of a source that nothing asks any more', () => {
    const day = new PolledDay();
    day.rig.watch(OF_CE);
    day.fail();
    day.rig.pass(5 * MINUTE_MS);
    expect(day.check()).toMatchObject({ state: 'no-go' });
    day.rig.watch();
    expect(day.check()).toMatchObject({ state: 'not-checked' });
    day.rig.watch(OF_CE);
    expect(day.check()).toMatchObject({ state: 'not-checked' });
  });
});
