import { isKerbsideError } from '../../errors.ts';
import type { RemotePort } from '../remote-port.ts';
import type { NetworkSample } from './network-quality.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** Returns the same calls, each of which reports a sample. A rejection is a response, too: the network is fine. */
export function measureCalls(
  remote: RemotePort,
  report: (sample: NetworkSample) => void,
  now: () => number,
): RemotePort {
  const calls = Object.entries(remote).map(([name, call]) => [name, measureCall(call as Call, report, now)]);
  return Object.fromEntries(calls) as RemotePort;
}

function measureCall(call: Call, report: (sample: NetworkSample) => void, now: () => number): Call {
  return async (...args) => {
    const start = now();
    const photoBytes = countPhotoBytes(args);
    const reportSample = (type: 'responded' | 'failed', bytes: number) => {
      const at = now();
      report({ type, at, ms: at - start, bytes });
    };
    try {
      const response = await call(...args);
      reportSample('responded', photoBytes);
      return response;
    } catch (error) {
      // An upload that timed out gives an upper bound of the speed: enough to send smaller photos next time.
      if (isKerbsideError(error, 'timeout')) reportSample('failed', photoBytes);
      else if (isKerbsideError(error, 'remote_unavailable', 'remote_invalid')) reportSample('failed', 0);
      else if (!isKerbsideError(error, 'aborted')) reportSample('responded', 0);
      throw error;
    }
  };
}

function countPhotoBytes(args: readonly unknown[]): number {
  return args.reduce<number>((sum, arg) => sum + (arg instanceof Blob ? arg.size : 0), 0);
}
