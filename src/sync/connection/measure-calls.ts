import { isKerbsideError } from '../../errors.ts';
import type { NetworkSample } from './network-quality.ts';
import type { RemotePort } from './remote-port.ts';

type Call = (...args: never[]) => Promise<unknown>;

interface CallObserver {
  onSample(sample: NetworkSample): void;
  /** A call failed, for whatever reason. */
  onFailure(error: unknown): void;
}

/**
 * Returns the same calls, each of which reports a sample, and its failure. A rejection is a response, too: the network is
 * fine. A call that was not sent, because there was no token, says nothing about the network.
 */
export function measureCalls(
  remote: RemotePort,
  monotonic: () => number,
  observer: CallObserver,
): RemotePort {
  const calls = Object.entries(remote).map(([name, call]) => [
    name,
    measureCall(call as Call, monotonic, observer),
  ]);
  return Object.fromEntries(calls) as RemotePort;
}

function measureCall(call: Call, monotonic: () => number, observer: CallObserver): Call {
  return async (...args) => {
    const start = monotonic();
    const photoBytes = countPhotoBytes(args);
    const reportSample = (type: 'responded' | 'failed', bytes: number) => {
      const at = monotonic();
      observer.onSample({ type, at, ms: at - start, bytes });
    };
    try {
      const response = await call(...args);
      reportSample('responded', photoBytes);
      return response;
    } catch (error) {
      observer.onFailure(error);
      const outcome = classifyOutcome(error);
      // An upload that timed out gives an upper bound of the speed: enough to send smaller photos next time.
      if (outcome) reportSample(outcome, isKerbsideError(error, 'timeout') ? photoBytes : 0);
      throw error;
    }
  };
}

function classifyOutcome(error: unknown): 'responded' | 'failed' | undefined {
  if (!isKerbsideError(error) || error.code === 'aborted' || error.details.sent === false) return undefined;
  return ['timeout', 'remote_unavailable', 'remote_invalid'].includes(error.code) ? 'failed' : 'responded';
}

function countPhotoBytes(args: readonly unknown[]): number {
  return args.reduce<number>((sum, arg) => sum + (arg instanceof Blob ? arg.size : 0), 0);
}
