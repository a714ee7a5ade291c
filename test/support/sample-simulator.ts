import { type Json } from '../../src/base/json.ts';
import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleListing,
  sampleRules,
} from './sample-world.ts';
import { createInProcessTransport } from './in-process-transport.ts';
import { scriptedMarket, type ScriptedPrice } from './scripted-market.ts';
import { type HostRole, type Transport } from '../../src/ports/transport.ts';
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../src/simulator/create-simulator.ts';
import { type SimulatedResponse } from '../../src/simulator/platform/simulated-message.ts';

/** A simulator over the sample world with a clock that is set by hand, and a client that logs in and keeps cookies. */
export class SampleSimulator {
  readonly simulator: Simulator;
  /** Reaches the platform without a network. */
  readonly transport: Transport;
  nowMs: number;
  #cookies: Record<string, string> = {};

  constructor(options: Partial<SimulatorOptions> = {}, nowMs = sampleInstant('09:20')) {
    this.nowMs = nowMs;
    this.simulator = createSimulator({
      clock: { nowMs: () => this.nowMs },
      market: scriptedMarket(samplePrices),
      listing: sampleListing,
      calendar: sampleCalendar,
      contractRules: sampleRules,
      seed: 'sample',
      ...options,
    });
    this.transport = createInProcessTransport(this.simulator.platform);
  }

  /** Logs in with the right credentials. */
  login(): SimulatedResponse {
    const { phoneNumber, password } = this.simulator.credentials;
    const answer = this.send('auth POST /login', { phoneNumber, password });
    for (const [name, value] of answer.headers) {
      const [cookie = '', text = ''] = (value.split(';')[0] ?? '').split('=');
      if (name === 'set-cookie') this.#cookies[cookie] = text;
    }
    return answer;
  }

  /** Sends a request named `role METHOD path`. A string body goes as it is, others as JSON. */
  send(route: string, body?: Json): SimulatedResponse {
    const [role = '', method = '', path = ''] = route.split(' ');
    const pairs = Object.entries(this.#cookies).map(([name, value]) => `${name}=${value}`);
    return this.simulator.platform.handle({
      role: role as HostRole,
      method,
      path,
      headers: {
        cookie: pairs.join('; '),
        'x-csrf-token-access': this.#cookies['csrf_access_token'] ?? '',
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
}

/** The sample index stands at 26,010; the 26,000 call at 100 and put at 90; one change at 09:30, back at 09:31. */
export const samplePrices: readonly ScriptedPrice[] = [
  { atMs: sampleInstant('09:15'), symbol: 'NIFTY', price: [null, null, 2_601_000] },
  {
    atMs: sampleInstant('09:15'),
    symbol: sampleContract('CE').symbol,
    price: [9_990, 10_010, 10_000],
  },
  {
    atMs: sampleInstant('09:15'),
    symbol: sampleContract('PE').symbol,
    price: [8_990, 9_010, 9_000],
  },
  {
    atMs: sampleInstant('09:30'),
    symbol: sampleContract('CE').symbol,
    price: [14_990, 15_010, 15_000],
  },
  {
    atMs: sampleInstant('09:31'),
    symbol: sampleContract('CE').symbol,
    price: [9_990, 10_010, 10_000],
  },
];

/** The element of a place request for one lot of the sample call, to be changed as a test needs. */
export function wireOrder(change: Readonly<Record<string, Json>> = {}): Json {
  const { instrumentId, symbol } = sampleContract('CE');
  return {
    user_tag: 'entry-1',
    extra_tags: {},
    instrument_id: instrumentId,
    symbol,
    side: 'PositionType.Buy',
    quantity: 65,
    product_type: 'ProductType.MIS',
    order_info: { order_type: 'OrderType.Limit', price: 101 },
    ...change,
  };
}
