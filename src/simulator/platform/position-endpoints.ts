import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { fail, type Result } from '../../base/result.ts';
import { LIMITS } from '../../exchange/request-limits.ts';
import { istDate } from '../../model/time/ist.ts';
import { type Endpoint, type PlatformParts, type PlatformSwitches } from './platform-parts.ts';
import { boundedList, isDateTime, readBody, readInstant, readValidBody } from './read-body.ts';
import { errorEnvelope, jsonAnswer, type SimulatedResponse } from './simulated-message.ts';

/** An open object. Its values came out of JSON, so they need no check of their own. */
const legSchema = z.custom<Json>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { message: 'Not an object' },
);
const legs = boundedList(legSchema, { min: 1, max: LIMITS.positionLegsMax });
const lenientStart = z.object({
  access_token: z.string(),
  alert_name: z.string(),
  exit_time: z
    .string()
    .refine((text) => readInstant(text) !== null, { message: 'Not a date-time' })
    .nullish(),
  strategy: z.object({ Ticker: z.string(), Legs: legs }),
});
const strictStart = z.strictObject({
  access_token: z.string(),
  alert_name: z.string(),
  exit_time: z
    .string()
    .refine(isDateTime, { message: 'Not a date-time with an offset' })
    .optional(),
  strategy: z.strictObject({ Ticker: z.string(), Legs: legs }),
});
const lenientSquareOff = z.object({ access_token: z.string() });
const strictSquareOff = z.strictObject({ access_token: z.string() });

/**
 * POST …/start/live and …/start/paper. Looked at in this order: the body (422, or 400 of a lenient simulator), the token
 * (401), the activation window (503). A leg that is not understood does not stop the start: it is not traded, and the
 * position says so.
 */
export function startPositionEndpoint(parts: PlatformParts, mode: 'live' | 'paper'): Endpoint {
  const { positions, calendar, credentials, switches } = parts;
  const read = bodyReader(switches, { strict: strictStart, lenient: lenientStart });
  return ({ body, nowMs }) => {
    const start = read(body);
    if (!start.ok) return start.error;
    const { access_token, alert_name, exit_time, strategy } = start.value;
    if (access_token !== credentials.accessToken) return badToken();
    const { window } = calendar.day(istDate(nowMs));
    if (window === null || nowMs < window.startMs || nowMs >= window.endMs) {
      return jsonAnswer(503, {
        msg: 'Activation is allowed from 08:15 to 15:29 IST on trading days',
      });
    }
    const exitAtMs = typeof exit_time !== 'string' ? null : readInstant(exit_time);
    const request = { mode, alertName: alert_name, exitAtMs, ticker: strategy.Ticker };
    const id = positions.start({ ...request, legs: strategy.Legs }, nowMs);
    return id === null ? badRequest('Too many positions') : jsonAnswer(200, { id });
  };
}

/** POST …/square-off/{position_id}: closes a live position; 404 for any other id, those of paper positions too. */
export function squareOffEndpoint({ positions, credentials, switches }: PlatformParts): Endpoint {
  const read = bodyReader(switches, { strict: strictSquareOff, lenient: lenientSquareOff });
  return ({ body, parameter, nowMs }) => {
    const request = read(body);
    if (!request.ok) return request.error;
    if (request.value.access_token !== credentials.accessToken) return badToken();
    switch (positions.squareOff(parameter, nowMs)) {
      case 'not-found':
        return errorEnvelope(404, 'POSITION_NOT_FOUND', 'There is no such live position');
      case 'already-exited':
        return jsonAnswer(200, { success: true, message: 'Position was squared off before' });
      case 'closing':
        return jsonAnswer(200, { success: true, message: 'Position is squared off' });
    }
  };
}

function bodyReader<Value>(
  { isLenient }: PlatformSwitches,
  { strict, lenient }: { readonly strict: z.ZodType<Value>; readonly lenient: z.ZodType<Value> },
): (body: string | null) => Result<Value, SimulatedResponse> {
  if (!isLenient) return (body) => readValidBody(strict, body);
  return (body) => {
    const read = readBody(lenient, body);
    return read.ok ? read : fail(badRequest(read.error));
  };
}

function badRequest(message: string): SimulatedResponse {
  return errorEnvelope(400, 'BAD_REQUEST', message);
}

function badToken(): SimulatedResponse {
  return errorEnvelope(401, 'INVALID_TOKEN', 'Access token is wrong');
}
