import { type RunDayOptions } from '../run-day-options.ts';

/** Does what strategies were loaded for, and ends the process that loaded them, whether anything took it or not. */
export async function withHandedOver<Value>(
  { handedOver }: Pick<RunDayOptions, 'handedOver'>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } finally {
    handedOver?.close();
  }
}
