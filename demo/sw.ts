import { precache } from 'kerbside/files';
import { serveKerbside, servePage } from 'kerbside/sw';

/** `preload` caches the other workers: without models they do nothing. */
const REPORT_WORKER = 'kerbside/workers/report.js';

servePage({ ...precache, files: [...precache.files, REPORT_WORKER], cachePrefix: 'kerbside-demo-' });
serveKerbside();
