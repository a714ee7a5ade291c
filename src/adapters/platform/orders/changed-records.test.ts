import { expect, it } from 'vitest';

import { OPENBROKER } from '../../../../test/support/openbroker.ts';
import { OrdersPollReader } from './poll-reader.ts';
import { createOrderReader } from './read-order.ts';
import { sampleRecord } from './testing/sample-record.ts';

const plain = createOrderReader(OPENBROKER);

it('a poll of many orders reads only those that changed, though they have other lengths', () => {
  const asked: unknown[] = [];
  const counting = new OrdersPollReader({
    ...plain,
    read: (of, likely) => {
      asked.push(of);
      return plain.read(of, likely);
    },
  });
  const next = Array.from({ length: 500 }, (_, index) => sampleRecord({ index, version: 0 }));
  const bodyOf = (): Buffer => Buffer.from(JSON.stringify(next));
  counting.read(bodyOf());
  asked.length = 0;
  for (const index of [50, 150, 250, 350, 450]) next[index] = sampleRecord({ index, version: 1 });
  counting.read(bodyOf());
  expect(asked).toEqual(
    [50, 150, 250, 350, 450].map((index) => sampleRecord({ index, version: 1 })),
  );
});
