import { Settings } from 'luxon';
import { asyncScheduler, queueScheduler } from 'rxjs';
import { expect, it } from 'vitest';

import { currentWorld, inWorld, leaveInterruptedWorld } from './current-world.ts';
import { World } from './world.ts';

it('leaves nothing of a world whose code was interrupted', () => {
  const zone = Settings.defaultZone.name;
  inWorld(new World('outer'), () => {
    inWorld(new World('inner'), () => {
      queueScheduler.schedule(() => {
        leaveInterruptedWorld();
        expect(currentWorld()).toBeNull();
        expect(Settings.defaultZone.name).toBe(zone);
        expect(queueScheduler).toMatchObject({ _active: false, actions: [] });
        expect(asyncScheduler).toMatchObject({ _active: false, actions: [] });
      });
    });
  });
});
