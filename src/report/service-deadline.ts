import { isKerbsideError } from '../errors.ts';
import { deviceCanInstead } from './service-reports.ts';

/** A service makes a report in seconds, as the device does: whoever stands beside the car needs it now. */
const LONGEST_MS = 60_000;

/** A network that falters fails once or twice. */
const MOST_FAILED_LOOKS = 3;

export type Verdict = 'look_again' | 'device_instead' | 'failed';

/** For one who waits for the service's report: what follows from a look that did not bring it. */
export function patienceWith(now: () => number): (error: unknown) => Verdict {
  const since = now();
  let failedLooks = 0;
  return (error) => {
    if (isKerbsideError(error, 'aborted', 'closed')) return 'failed';
    if (isKerbsideError(error, 'report_not_ready')) {
      failedLooks = 0;
      const isBeingMade = error.retryable && now() - since < LONGEST_MS;
      return isBeingMade ? 'look_again' : 'device_instead';
    }
    if (!deviceCanInstead(error)) return 'failed';
    failedLooks += 1;
    const mayPass = error.retryable && failedLooks < MOST_FAILED_LOOKS;
    return mayPass ? 'look_again' : 'device_instead';
  };
}
