import { expect, it } from 'vitest';

import { AlertRig } from '../../../test/support/alert-rig.ts';
import { EMPTY_VIEW } from '../../engine/engine-view.ts';

it('question-open fires and clears for a shadow run, too', async () => {
  const rig = new AlertRig();
  rig.openDay();
  rig.engine.fresh();
  const asked = { name: 'go-on', question: 'go-on', message: 'Go on', askedAtMs: 0, untilMs: null };
  rig.shadow = { ...EMPTY_VIEW, questions: [{ runId: 'a@2026-11-20/paper', ...asked }] };
  expect(await rig.after(0)).toEqual(['fired question-open']);
  rig.shadow = EMPTY_VIEW;
  expect(await rig.after(0)).toEqual(['cleared question-open']);
});
