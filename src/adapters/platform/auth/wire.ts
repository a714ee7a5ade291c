import { z } from 'zod';

import { isPhoneNumber, PHONE_NUMBER_ALLOWED } from '../../../model/orders/phone-number.ts';
import { DAY_MS, IST_OFFSET_MS } from '../../../model/time/ist.ts';
import { parseJsonBody } from '../../shared/json-body.ts';

/** Own bound on what a hostile host may make us keep and send. */
export const COOKIES_MAX = 20;
/** Longest name and value of a cookie that is kept (RFC 6265 asks for 4,096 bytes). */
export const COOKIE_LENGTH_MAX = 4_096;

/** Body of `POST /login`. */
export const loginRequestWire = z.strictObject({
  phoneNumber: z.string().refine(isPhoneNumber, { error: `must be ${PHONE_NUMBER_ALLOWED}` }),
  password: z.string().min(1).max(1_024),
});

/** Body of its 200. Nothing depends on it: the status and the cookies say whether the login worked. */
const loginAnswerWire = z.object({ message: z.string() });

/** What the platform said at the login; empty when it said nothing readable. */
export function loginMessage(body: Buffer): string {
  const parsed = parseJsonBody(body);
  const read = loginAnswerWire.safeParse(parsed.ok ? parsed.value : null);
  return read.success ? read.data.message : '';
}

/** The first instant after `sinceMs` at which the daily end of sessions (`HH:MM` IST) strikes. */
export function nextSessionEndMs(sinceMs: number, endsAtIst: string): number {
  const [hours, minutes] = endsAtIst.split(':').map(Number);
  const timeOfDayMs = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
  const midnightMs = Math.floor((sinceMs + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS;
  const endMs = midnightMs + timeOfDayMs;
  return endMs > sinceMs ? endMs : endMs + DAY_MS;
}
