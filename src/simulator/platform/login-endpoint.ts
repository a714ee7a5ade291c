import { z } from 'zod';

import { type Endpoint, type PlatformParts } from './platform-parts.ts';
import { readBody } from './read-body.ts';
import { type Sessions } from './sessions.ts';
import { errorEnvelope, jsonAnswer } from './simulated-message.ts';

const loginSchema = z.object({
  phoneNumber: z.string().regex(/^\+\d{6,15}$/),
  password: z.string().min(1),
});

/** POST /login: 200 with the session's cookies, 400 for a malformed request, 401 for wrong credentials. Needs no cookie and no CSRF header, though the interface says so: real clients send none. */
export function loginEndpoint({ credentials }: PlatformParts, sessions: Sessions): Endpoint {
  return ({ body, nowMs }) => {
    const login = readBody(loginSchema, body);
    if (!login.ok) return errorEnvelope(400, 'BAD_REQUEST', login.error);
    const { phoneNumber, password } = login.value;
    if (phoneNumber !== credentials.phoneNumber || password !== credentials.password) {
      return errorEnvelope(401, 'INVALID_CREDENTIALS', 'Phone number or password is wrong');
    }
    const answer = jsonAnswer(200, { success: true, message: 'Logged in' });
    const cookies = sessions.login(nowMs).map((value) => ['set-cookie', value] as const);
    return { ...answer, headers: [...answer.headers, ...cookies] };
  };
}

/** Lets only calls with an open session through; others get 401. */
export function behindSession(sessions: Sessions, endpoint: Endpoint): Endpoint {
  return (call) =>
    sessions.has(call.headers, call.nowMs)
      ? endpoint(call)
      : errorEnvelope(401, 'SESSION_REQUIRED', 'There is no open session: log in');
}
