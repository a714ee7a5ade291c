import { createHttpTransport } from '../../src/adapters/http/undici-transport.ts';
import { type Transport } from '../../src/ports/transport.ts';
import { type Simulator, type SimulatorOptions } from '../../src/simulator/create-simulator.ts';
import { serveSimulator } from '../../src/simulator/http-shell.ts';
import { SampleSimulator } from '../support/sample-simulator.ts';
import { type Adapters, connectAdapters } from './adapters.ts';

/** A platform with a clock that is set by hand, and one way to reach it. */
export interface PlatformHarness extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly transport: Transport;
  /** Sets the platform's and the adapters' clock. */
  readonly setTime: (atMs: number) => void;
  /** Adapters with the right credentials, unless some are given. */
  readonly connect: (options?: {
    readonly credentials?: Partial<Simulator['credentials']>;
    readonly profileOverrides?: unknown;
  }) => Adapters;
}

/** Starts a platform. It is 09:20 on a trading day. */
export type StartPlatform = (options?: Partial<SimulatorOptions>) => Promise<PlatformHarness>;

/** The simulator in this process. */
export const startInProcess: StartPlatform = (options = {}) => {
  const world = new SampleSimulator(options);
  return Promise.resolve(harness(world, world.transport, () => Promise.resolve()));
};

/** The simulator behind HTTP on loopback, reached by the transport that reaches the platform. */
export const startOverHttp: StartPlatform = async (options = {}) => {
  const world = new SampleSimulator(options);
  const served = await serveSimulator({ platform: world.simulator.platform });
  const transport = createHttpTransport({
    origins: served.addresses,
    connectMs: 1_000,
    totalMs: 5_000,
    bodyBytesMax: 1_048_576,
  });
  return harness(world, transport, async () => {
    await transport.close();
    await served.close();
  });
};

/** Both ways, for suites that must not tell them apart. */
export const PLATFORMS: readonly (readonly [name: string, start: StartPlatform])[] = [
  ['in process', startInProcess],
  ['over HTTP', startOverHttp],
];

function harness(
  world: SampleSimulator,
  transport: Transport,
  close: () => Promise<void>,
): PlatformHarness {
  const { simulator } = world;
  return {
    simulator,
    transport,
    setTime: (atMs) => {
      world.nowMs = atMs;
    },
    connect: ({ credentials = {}, profileOverrides = {} } = {}) =>
      connectAdapters({
        transport,
        clock: { nowMs: () => world.nowMs },
        credentials: { ...simulator.credentials, ...credentials },
        profileOverrides,
      }),
    [Symbol.asyncDispose]: close,
  };
}
