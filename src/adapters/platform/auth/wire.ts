import { z } from 'zod';
import { PHONE_NUMBER } from './limits.ts';

/** Body of `POST /login`. */
export const loginRequestWire = z.strictObject({
  phoneNumber: z.string().regex(PHONE_NUMBER, { error: 'must be + and 6 to 15 digits' }),
  password: z.string().min(1).max(1_024),
});

/** Body of its 200. Nothing depends on it: the status and the cookies say whether the login worked. */
export const loginAnswerWire = z.object({ message: z.string() });
