import { z } from 'zod';
import { type Json } from '../../base/json.ts';
import { istDate } from '../../model/ist.ts';
import { LIMITS } from './limits.ts';
import { type Endpoint, type PlatformParts } from './platform-parts.ts';
import { readBody } from './read-json.ts';
import { readInstant } from './read-instant.ts';
import { errorEnvelope, json, type SimulatedResponse } from './simulated-message.ts';

/** An open object. Its values came out of JSON, so they need no check of their own. */
const legSchema = z.custom<Json>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { message: 'Not an object' },
);
const startSchema = z.object({
  access_token: z.string(),
  alert_name: z.string(),
  exit_time: z
    .string()
    .refine((text) => readInstant(text) !== null, { message: 'Not a date-time' })
    .nullish(),
  strategy: z.object({
    Ticker: z.string(),
    Legs: z.array(legSchema).min(1).max(LIMITS.positionLegsMax),
  }),
});
const squareOffSchema = z.object({ access_token: z.string() });

/**
 * POST …/start/live and …/start/paper. Looked at in this order: the body (400), the token (401), the activation
 * window (503). A leg that is not understood does not stop the start: it is not traded, and the position says so.
 */
export function startPositionEndpoint(parts: PlatformParts, mode: 'live' | 'paper'): Endpoint {
  const { positions, calendar, credentials } = parts;
  return ({ body, nowMs }) => {
    const start = readBody(startSchema, body);
    if (!start.ok) return badRequest(start.error);
    const { access_token, alert_name, exit_time, strategy } = start.value;
    if (access_token !== credentials.accessToken) return badToken();
    const { window } = calendar.day(istDate(nowMs));
    if (window === null || nowMs < window.startMs || nowMs >= window.endMs) {
      return json(503, { msg: 'Activation is allowed from 08:15 to 15:29 IST on trading days' });
    }
    const exitAtMs = typeof exit_time !== 'string' ? null : readInstant(exit_time);
    const request = { mode, alertName: alert_name, exitAtMs, ticker: strategy.Ticker };
    const id = positions.start({ ...request, legs: strategy.Legs }, nowMs);
    return id === null ? badRequest('Too many positions') : json(200, { id });
  };
}

/** POST …/square-off/{position_id}: closes a live position; 404 for any other id, those of paper positions too. */
export function squareOffEndpoint({ positions, credentials }: PlatformParts): Endpoint {
  return ({ body, parameter, nowMs }) => {
    const request = readBody(squareOffSchema, body);
    if (!request.ok) return badRequest(request.error);
    if (request.value.access_token !== credentials.accessToken) return badToken();
    switch (positions.squareOff(parameter, nowMs)) {
      case 'not-found':
        return errorEnvelope(404, 'POSITION_NOT_FOUND', 'There is no such live position');
      case 'already-exited':
        return json(200, { success: true, message: 'Position was squared off before' });
      case 'closing':
        return json(200, { success: true, message: 'Position is squared off' });
    }
  };
}

function badRequest(message: string): SimulatedResponse {
  return errorEnvelope(400, 'BAD_REQUEST', message);
}

function badToken(): SimulatedResponse {
  return errorEnvelope(401, 'INVALID_TOKEN', 'Access token is wrong');
}
