import { z } from 'zod';

import { isRecord, type Json } from '../../base/json.ts';
import { fail, type Result } from '../../base/result.ts';
import { LIMITS } from '../../exchange/request-limits.ts';
import { istDate } from '../../model/time/ist.ts';
import { type Endpoint, type PlatformParts, type PlatformSwitches } from './platform-parts.ts';
import {
  boundedList,
  isDateTime,
  openObject,
  readBody,
  readInstant,
  readValidBody,
} from './read-body.ts';
import { errorEnvelope, jsonAnswer, type SimulatedResponse } from './simulated-message.ts';

/** An open object. Its values came out of JSON, so they need no check of their own. */
const legSchema = z.custom<Json>(isRecord, { message: 'Not an object' });
const legs = boundedList(legSchema, { min: 1, max: LIMITS.positionLegsMax });

function startSchema({ isLenient }: PlatformSwitches) {
  const text = z.string();
  const exitTime = isLenient
    ? text.refine((time) => readInstant(time) !== null, { message: 'Not a date-time' }).nullish()
    : text.refine(isDateTime, { message: 'Not a date-time with an offset' }).optional();
  const strategy = openObject({ Ticker: text, Legs: legs }, isLenient);
  const shape = { access_token: text, alert_name: text, exit_time: exitTime, strategy };
  return openObject(shape, isLenient);
}

/**
 * POST …/start/live and …/start/paper. Checks the body (422, or 400 where lenient), then the token (401), then the
 * activation window (503). A leg that cannot be read does not stop the start: it is not traded, and the position says so.
 */
export function startPositionEndpoint(parts: PlatformParts, mode: 'live' | 'paper'): Endpoint {
  const { positions, calendar, credentials, switches } = parts;
  const read = bodyReader(switches, startSchema(switches));
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

/** POST …/square-off/{position_id}: closes a live position; 404 for any other id, also of a paper position. */
export function squareOffEndpoint({ positions, credentials, switches }: PlatformParts): Endpoint {
  const { isLenient } = switches;
  const read = bodyReader(switches, openObject({ access_token: z.string() }, isLenient));
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
  schema: z.ZodType<Value>,
): (body: string | null) => Result<Value, SimulatedResponse> {
  if (!isLenient) return (body) => readValidBody(schema, body);
  return (body) => {
    const read = readBody(schema, body);
    return read.ok ? read : fail(badRequest(read.error));
  };
}

function badRequest(message: string): SimulatedResponse {
  return errorEnvelope(400, 'BAD_REQUEST', message);
}

function badToken(): SimulatedResponse {
  return errorEnvelope(401, 'INVALID_TOKEN', 'Access token is wrong');
}
