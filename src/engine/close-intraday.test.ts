import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  at,
  EngineRig,
  noticesOf,
  refusalsOf,
} from '../../test/support/engine-rig.ts';

/** A split day whose last session ends at 12:30. */
const SHORT_DAY = aCalendar(
  aDay({
    sessions: [
      { startMs: at('09:15'), endMs: at('10:00') },
      { startMs: at('11:30'), endMs: at('12:30') },
    ],
  }),
);

function shortDay(): EngineRig {
  const rig = new EngineRig({ calendar: SHORT_DAY });
  rig.start();
  return rig;
}

describe('the end of an intraday position', () => {
  it('comes five minutes before the last close, though the strategy asks for nothing', () => {
    const rig = shortDay();
    rig.hold(aLeg());
    rig.to('12:24:59');
    expect(rig.sent('place')).toEqual([]);
    const effects = rig.to('12:25');
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([
      { side: 'buy', quantityUnits: 75 },
    ]);
    expect(noticesOf(effects).join('\n')).toMatch(/Squaring off leg "ce": intraday positions end/);
  });

  it('does not come before the close of a session that is not the last', () => {
    const rig = shortDay();
    rig.hold(aLeg());
    rig.to('09:59');
    expect(rig.sent('place')).toEqual([]);
  });

  it('leaves what is carried forward alone', () => {
    const rig = shortDay();
    rig.hold(aLeg({ product: 'carry-forward' }));
    rig.to('12:29');
    expect(rig.sent('place')).toEqual([]);
  });

  it('does not come at the close itself, when nothing can be sent any more', () => {
    const rig = shortDay();
    rig.hold(aLeg());
    rig.to('12:30');
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('also ends intraday entries, and says until when they were allowed', () => {
    const rig = shortDay();
    rig.to('12:25');
    const effects = rig.place(aLeg());
    expect(refusalsOf(effects).join('\n')).toMatch(
      /found 12:25:00, allowed entries before 12:25:00/,
    );
  });
});
