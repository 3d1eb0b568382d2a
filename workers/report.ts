import { reportMethods } from '../src/report/making/report-methods.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** Scales photos and builds the PDF, off the page's thread. */
serveWorker(reportMethods);
