import { describe, expect, it } from 'vitest';

import { isSameJson } from '../../base/json.ts';
import { AlertRig } from '../../../test/support/alert-rig.ts';
import { aLeg, PE, refusalsOf } from '../../../test/support/engine-rig.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { PREFLIGHT_CODES } from '../../settings/readiness-settings.ts';
import { PreflightWatch } from './preflight-watch.ts';
import { type PreflightSight } from './sight.ts';
import { aSight, FIRES, NOW_MS } from './testing/sample-sights.ts';

/** A watch over an account with a real engine and its alerts, as a trading day has them. */
class WatchedAccount {
  readonly rig = new AlertRig();
  sight: PreflightSight = aSight();
  readonly #watch: PreflightWatch;
  #told: readonly Veto[] = [];

  constructor() {
    const { day, settings } = this.sight;
    this.#watch = new PreflightWatch({
      ...{ day, settings, speed: 1 },
      clock: { nowMs: () => NOW_MS },
      sight: () => this.sight,
      probe: () => Promise.resolve(),
      onVetoes: (vetoes) => {
        if (!isSameJson(this.#told, vetoes)) {
          this.rig.engine.step({ kind: 'vetoes-changed', vetoes });
        }
        this.#told = vetoes;
      },
      onNotice: (notice) => {
        this.rig.note(notice);
      },
      wait: () => new Promise(() => undefined),
    });
    this.rig.openDay();
    this.rig.engine.fresh();
  }

  /** Looks; what was sent to people since. */
  look(): Promise<readonly string[]> {
    this.#watch.look();
    this.rig.engine.fresh(...this.rig.engine.book.values());
    return this.rig.after(0);
  }

  /** Sides of the orders that leave where a run enters one leg and closes another. */
  enterAndExit(): readonly string[] {
    const { engine } = this.rig;
    engine.sent('place');
    engine.place(aLeg({ leg: 'pe', contract: PE }));
    engine.place(aLeg({ role: 'exit', side: 'buy' }));
    engine.fresh(...engine.book.values());
    return engine.sent('place').flatMap(({ request }) => request.elements.map(({ side }) => side));
  }
}

describe('a check that fails while a day is traded', () => {
  it.each(
    PREFLIGHT_CODES.flatMap((code) => FIRES[code].map((over, place) => ({ code, place, over }))),
  )(
    '$code, case $place: calls, keeps entries back, lets exits go, and lifts it all in the same watch',
    async ({ code, over }) => {
      const account = new WatchedAccount();
      const { engine } = account.rig;
      engine.hold(aLeg());
      expect(await account.look()).toEqual([]);
      account.sight = aSight(over);
      // Special hours that are not verified are not covered by the calendar either.
      expect(new Set(await account.look())).toEqual(new Set(['fired no-go']));
      expect(account.rig.sent.some(({ title }) => title.includes(`(${code})`))).toBe(true);
      expect(account.enterAndExit()).toEqual(['buy']);
      expect(refusalsOf(engine.effects).at(-1)).toContain('kept back by preflight');
      account.sight = aSight();
      expect(new Set(await account.look())).toEqual(new Set(['cleared no-go']));
      expect(account.rig.service.standing).toEqual([]);
      engine.place(aLeg({ leg: 'after', contract: PE }));
      engine.fresh(...engine.book.values());
      const entered = engine.sent('place').flatMap(({ request }) => request.elements);
      expect(entered.map(({ side, symbol }) => [side, symbol])).toEqual([['sell', PE.symbol]]);
    },
  );
});
