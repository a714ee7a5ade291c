import { DAY_MS, IST_OFFSET_MS } from '../../../model/ist.ts';
import { parseJsonBody } from '../../shared/json-body.ts';
import { loginAnswerWire } from './wire.ts';

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
