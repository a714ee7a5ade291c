import { expect, test } from 'vitest';

import { RUN } from '../../../test/support/engine-rig.ts';
import { noticeOf } from '../../notices/notice.ts';
import { endedByNotice, endedByOpening, signalOfNotice } from './notice-signal.ts';

test('everything flattened is no alert beside the halt, and a run flattened is one where something is open', () => {
  const facts = { reason: 'x', isKeptFlat: true, uncertain: 0, orphanContracts: 0 };
  const signalOf = (runId: string | null, isFlat: boolean) =>
    signalOfNotice(noticeOf('flattened', runId, { ...facts, isFlat }));
  expect(signalOf(null, false)).toBeNull();
  expect(signalOf(RUN, true)).toBeNull();
  expect(signalOf(RUN, false)).toMatchObject({ code: 'flattened', severity: 'critical' });
});

test('a source that ended is an alert of its run until it is opened again; one with values left out is none', () => {
  const signalOf = (runId: string, what: 'ended' | 'not-opened' | 'unfit') =>
    signalOfNotice(
      noticeOf('source-failed', runId, { source: 'vix', what, detail: 'd', leftOut: 1 }),
    );
  expect(signalOf(RUN, 'unfit')).toBeNull();
  const [one, other] = [signalOf(RUN, 'ended'), signalOf('other', 'not-opened')];
  expect(one).toMatchObject({ code: 'source-silent', severity: 'critical', lasts: 'clears' });
  expect(endedByNotice(noticeOf('sources-back', RUN, { sources: ['vix'] }))).toEqual([one?.key]);
  expect(endedByNotice(noticeOf('sources-back', 'other', { sources: [] }))).toEqual([other?.key]);
  const standing = [one, other].flatMap((signal) => (signal === null ? [] : [signal]));
  expect(endedByOpening(standing)).toEqual(standing);
});
