import { type Transport, type TransportResult } from '../../ports/transport.ts';
import { type Oracle } from '../oracle/oracle.ts';
import { type IoPoints } from './io-points.ts';
import { type Machine, type ProcessLife } from './machine.ts';

/** How one life of a process reaches the network. */
export interface ProcessTransport extends Transport {
  readonly held: () => number;
}

/** Parts of the way out of a process. */
export interface ProcessTransportParts {
  readonly network: Transport;
  readonly machine: Machine;
  readonly life: ProcessLife;
  readonly points: IoPoints;
  /** Hears what leaves and what comes back. */
  readonly oracle: Pick<Oracle, 'takeSend' | 'takeHeard'>;
}

/**
 * Carries the requests of one life. A life that is over sends nothing and hears nothing; a machine that is stalled
 * hears what came when it wakes.
 */
export function createProcessTransport(parts: ProcessTransportParts): ProcessTransport {
  const { network, machine, life, points, oracle } = parts;
  let held = 0;
  const hear = (result: TransportResult, resolve: (result: TransportResult) => void): void => {
    if (life.isOver) return;
    if (machine.stalledUntilMs > machine.nowMs) {
      machine.at(machine.stalledUntilMs, () => {
        hear(result, resolve);
      });
      return;
    }
    held -= 1;
    resolve(result);
  };
  const listen = (
    result: TransportResult,
    isWrite: boolean,
    resolve: (result: TransportResult) => void,
  ): void => {
    const verdict = isWrite && !life.isOver ? points.next('answer') : 'pass';
    if (verdict === 'crash-before' || verdict === 'crash-after') life.kill();
    else if (verdict === 'error') hear(LOST, resolve);
    else hear(result, resolve);
  };
  return {
    held: () => held,
    send: (request) => {
      if (life.isOver) return never();
      const isWrite = request.method !== 'GET';
      const verdict = isWrite ? points.next('send') : 'pass';
      if (verdict === 'error') return Promise.resolve(REFUSED);
      if (verdict === 'crash-before') {
        life.kill();
        return never();
      }
      oracle.takeSend(request);
      held += 1;
      return new Promise((resolve) => {
        void network.send(request).then((result) => {
          listen(result, isWrite, (heard) => {
            oracle.takeHeard(request, heard);
            resolve(heard);
          });
        });
        if (verdict === 'crash-after') life.kill();
      });
    },
  };
}

const REFUSED: TransportResult = {
  kind: 'not-sent',
  reason: 'Connection refused (ECONNREFUSED)',
};

const LOST: TransportResult = {
  kind: 'interrupted',
  reason: 'connection-lost',
  status: null,
  detail: 'Connection closed by the other side (UND_ERR_SOCKET)',
};

function never<Value>(): Promise<Value> {
  return new Promise(() => undefined);
}
