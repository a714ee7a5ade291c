import { type Adapters, connectAdapters } from './adapters.ts';
import { transportTo } from './sample-requests.ts';
import { jsonAnswer, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

/** Adapters whose every answer but that of the login is the given bytes. */
export interface HostileWorld extends AsyncDisposable {
  readonly adapters: Adapters;
  readonly server: ScriptedServer;
}

export const CREDENTIALS = {
  phoneNumber: '+910000000000',
  password: 'canary-password',
  webhookToken: 'canary-webhook-token',
  accessToken: 'canary-access-token',
};

const LOGIN = jsonAnswer(200, { success: true, message: 'Welcome' }, [
  'set-cookie: access_token_cookie=canary-session-cookie; Path=/; HttpOnly',
  'set-cookie: csrf_access_token=canary-csrf-cookie; Path=/',
]);

/** Starts them. `answer` may also look at the request. */
export async function startHostile(
  answer: Buffer | ((request: ScriptedServer['requests'][number]) => Buffer),
  profileOverrides: unknown = {},
): Promise<HostileWorld> {
  const server = await startScriptedServer((socket, request) => {
    const bytes = typeof answer === 'function' ? answer(request) : answer;
    socket.write(request.path === '/login' ? LOGIN : bytes);
  });
  const transport = transportTo(server.origin);
  // Some minutes a look, so that logins after a 401 never use up their budget, nor come too early.
  let nowMs = Date.parse('2026-11-20T09:20:00+05:30');
  const adapters = connectAdapters({
    transport,
    clock: { nowMs: () => (nowMs += 250_000) },
    credentials: CREDENTIALS,
    profileOverrides,
  });
  return {
    adapters,
    server,
    [Symbol.asyncDispose]: async () => {
      await transport.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

export const ORDER_ID = '4b1f0c3e-0000-4000-8000-00000000000a';
const LIMIT = { kind: 'limit', pricePaise: 10_005 } as const;

/** One order to place, by its tag. */
export function orderTagged(
  tag: string,
): Parameters<Adapters['orders']['place']>[0]['elements'][0] {
  return {
    tag,
    extraTags: {},
    instrumentId: 'NSE_1',
    symbol: 'NIFTY261124C26000',
    side: 'buy',
    quantityUnits: 75,
    product: 'intraday',
    terms: LIMIT,
  };
}

const START = { alertName: 'n', exitAtMs: null, ticker: 'NIFTY', legs: [{}] };

type Call = readonly [name: string, call: (adapters: Adapters) => Promise<unknown>];

/** Every call of every port, with a request that is in order. */
export function everyCall(): readonly Call[] {
  return [
    [
      'place',
      ({ orders }) =>
        orders.place({ brokerId: 'b', elements: [orderTagged('one'), orderTagged('two')] }),
    ],
    ['modify', ({ orders }) => orders.modify([{ orderId: ORDER_ID, terms: LIMIT }])],
    ['cancel', ({ orders }) => orders.cancel([ORDER_ID])],
    ['today', ({ orders }) => orders.today()],
    ['byId', ({ orders }) => orders.byId(ORDER_ID)],
    ['byTag', ({ orders }) => orders.byTag('one')],
    ['contracts', ({ contracts }) => contracts.list('NIFTY')],
    ['start live', ({ livePositions }) => livePositions.start(START)],
    ['start paper', ({ paperPositions }) => paperPositions.start(START)],
    ['square off', ({ livePositions }) => livePositions.squareOff('p1')],
    [
      'signal',
      ({ signals }) =>
        signals.send({
          trades: [{ ticker: 'INFY', side: 'buy', quantity: 1 }],
          signalTag: 'tag1',
          brokerIds: ['b'],
        }),
    ],
  ];
}
