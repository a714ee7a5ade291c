import { type Synchronous } from '../ports/outcome.ts';
import { type Transport, type TransportRequest, type TransportResult } from '../ports/transport.ts';
import { dateHeader } from './platform/simulated-message.ts';
import { type SimulatedPlatform } from './platform/simulated-platform.ts';

/** Carries requests to a simulated platform in this process, with the same answers as over HTTP, byte for byte. */
export function createInProcessTransport(platform: SimulatedPlatform): Transport {
  const { send } = createSynchronousTransport(platform);
  return { send: (request) => Promise.resolve(send(request)) };
}

/** The same without promises. */
export function createSynchronousTransport(platform: SimulatedPlatform): Synchronous<Transport> {
  const encoder = new TextEncoder();
  return {
    send: (request: TransportRequest): TransportResult => {
      const { status, headers, body } = platform.handle(request);
      const dated = [...headers, dateHeader(platform.nowMs())];
      return { kind: 'response', status, headers: dated, body: encoder.encode(body) };
    },
  };
}
