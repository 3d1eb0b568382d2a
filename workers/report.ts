import { reportMethods } from '../src/report/making/worker-methods.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** Scales photos and builds the PDF outside of the page's thread. */
serveWorker(reportMethods);
