import { precache } from 'kerbside/files';
import { serveKerbside, servePage } from 'kerbside/sw';

servePage(precache); // the page, its scripts and styles
serveKerbside(); // the workers and the runtime, which preload has cached
