import { serveWorker } from '../src/inference/worker-boundary.ts';
import { reportMethods } from '../src/report/report-methods.ts';

/** Scales photos and builds the PDF, off the page's thread. */
serveWorker(reportMethods);
