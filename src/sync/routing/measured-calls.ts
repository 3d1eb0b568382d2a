import { isKerbsideError } from '../../errors.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import type { Sample } from './network-quality.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** The same calls, each of which tells how it went. A refusal is an answer too: the way to the service is fine. */
export function measured(
  remote: RemotePort,
  report: (sample: Sample) => void,
  now: () => number,
): RemotePort {
  const calls = Object.entries(remote).map(([name, call]) => [name, timed(call as Call, report, now)]);
  return Object.fromEntries(calls) as RemotePort;
}

function timed(call: Call, report: (sample: Sample) => void, now: () => number): Call {
  return async (...args) => {
    const start = now();
    const bytes = photoBytes(args);
    const tell = (type: 'answered' | 'failed', through: number) => {
      const at = now();
      report({ type, at, ms: at - start, bytes: through });
    };
    try {
      const answer = await call(...args);
      tell('answered', bytes);
      return answer;
    } catch (error) {
      // What was not up in time says how slow the link is at best: enough to send less the next time.
      if (isKerbsideError(error, 'timeout')) tell('failed', bytes);
      else if (isKerbsideError(error, 'remote_unavailable', 'remote_invalid')) tell('failed', 0);
      else if (!isKerbsideError(error, 'aborted')) tell('answered', 0);
      throw error;
    }
  };
}

function photoBytes(args: readonly unknown[]): number {
  return args.reduce<number>((sum, arg) => sum + (arg instanceof Blob ? arg.size : 0), 0);
}
