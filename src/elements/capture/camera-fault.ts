/**
 * Why the camera cannot be used. `denied`: the user or a policy refused it. `busy`: another app uses it, or took it away.
 * `absent`: the device has none. `failed`: anything else.
 */
export type CameraFault = 'denied' | 'busy' | 'absent' | 'failed';

/** Returns the fault for an error of `getUserMedia`: https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia */
export function toCameraFault(error: unknown): CameraFault {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    // Chromium on Windows and Firefox report a camera that is in use as AbortError.
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    case 'NotFoundError':
      return 'absent';
    default:
      return 'failed';
  }
}
