import { expect, test } from 'vitest';

import { RUN } from '../../../test/support/engine-rig.ts';
import { noticeOf } from '../../notices/notice.ts';
import { signalOfNotice } from './notice-signal.ts';

test('everything flattened is no alert beside the halt, and a run flattened is one where something is open', () => {
  const facts = { reason: 'x', isKeptFlat: true, uncertain: 0, orphanContracts: 0 };
  const signalOf = (runId: string | null, isFlat: boolean) =>
    signalOfNotice(noticeOf('flattened', runId, { ...facts, isFlat }));
  expect(signalOf(null, false)).toBeNull();
  expect(signalOf(RUN, true)).toBeNull();
  expect(signalOf(RUN, false)).toMatchObject({ code: 'flattened', severity: 'critical' });
});
