import { serveWorker, type WorkerMethods } from './worker-boundary.ts';

/**
 * Creates a worker without a thread, for tests in Node.
 *
 * @param methods The methods that it serves. Without methods it accepts every message and never responds.
 */
export function createPortWorker(methods?: WorkerMethods, onTerminate?: () => void): Worker {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  if (methods) {
    port2.start();
    // A port of Node works as a comlink endpoint. Only the types differ.
    serveWorker(methods, port2 as unknown as Parameters<typeof serveWorker>[1]);
  }
  const terminate = () => {
    onTerminate?.();
    port1.close();
    port2.close();
  };
  return Object.assign(port1, { terminate }) as unknown as Worker;
}
