import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { HOST_ROLES, type TransportRequest } from '../ports/transport.ts';
import { isPaperRoute, restrictToPaperRoutes } from './paper-routes.ts';

const START = '/api/webhook/custom-position/execution/start';

function request(over: Partial<TransportRequest>): TransportRequest {
  return { role: 'orders', method: 'POST', path: '/place', headers: {}, body: null, ...over };
}

describe('the paper route table', () => {
  it.each([
    request({ role: 'auth', path: '/login' }),
    request({ role: 'prices', method: 'GET', path: '/contracts?underlying=NIFTY' }),
    request({ role: 'webhook', path: `${START}/paper` }),
  ])('lets $method $path through', (allowed) => {
    expect(isPaperRoute(allowed)).toBe(true);
  });

  it.each([
    request({ path: '/place' }),
    request({ method: 'PUT', path: '/modify' }),
    request({ path: '/cancel' }),
    request({ method: 'GET', path: '/today-orders' }),
    request({ role: 'ordersWebhook', path: '/webhook/tv/tk-trade?token=x' }),
    request({ role: 'webhook', path: `${START}/live` }),
    request({ role: 'webhook', path: '/api/webhook/custom-position/execution/square-off/1' }),
    request({ role: 'webhook', path: `${START}/paper/../live` }),
    request({ role: 'webhook', path: `${START}/paper/` }),
    request({ role: 'webhook', path: `${START}/PAPER` }),
    request({ role: 'webhook', path: `${START}/live?x=/start/paper` }),
    request({ role: 'webhook', path: `/${START}/paper` }),
    request({ role: 'orders', path: '/login' }),
    request({ role: 'webhook', method: 'PUT', path: `${START}/paper` }),
  ])('refuses $method $path on $role', async (forbidden) => {
    const sent: TransportRequest[] = [];
    const transport = restrictToPaperRoutes({
      send: (passed) => {
        sent.push(passed);
        return Promise.resolve({ kind: 'not-sent', reason: 'test' });
      },
    });
    const result = await transport.send(forbidden);
    expect(result).toMatchObject({ kind: 'not-sent', reason: /^Paper mode has no route/ });
    expect(sent).toEqual([]);
  });

  it('refuses every path that is not listed letter by letter', () => {
    const part = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      'live',
      'paper',
      'start',
      START,
      '?',
      '#',
      ';',
    );
    const path = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    const role = fc.constantFrom(...HOST_ROLES);
    fc.assert(
      fc.property(path, role, fc.constantFrom('GET', 'POST', 'PUT'), (text, at, method) => {
        const isListed = text.split('?', 1)[0] === `${START}/paper` && method === 'POST';
        return isListed || !isPaperRoute({ path: text, role: at, method });
      }),
      { numRuns: 2000 },
    );
  });
});
