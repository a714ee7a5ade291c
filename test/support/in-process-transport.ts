import { type Transport } from '../../src/ports/transport.ts';
import { dateHeader } from '../../src/simulator/platform/simulated-message.ts';
import { type SimulatedPlatform } from '../../src/simulator/platform/simulated-platform.ts';

/** Carries requests to a simulated platform in this process, with the same answers as over HTTP, byte for byte. */
export function createInProcessTransport(platform: SimulatedPlatform): Transport {
  const encoder = new TextEncoder();
  return {
    send: (request) => {
      const { status, headers, body } = platform.handle(request);
      const dated = [...headers, dateHeader(platform.nowMs())];
      return Promise.resolve({
        kind: 'response',
        status,
        headers: dated,
        body: encoder.encode(body),
      });
    },
  };
}
