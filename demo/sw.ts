import { precache } from 'kerbside/files';
import { serveKerbside, servePage } from 'kerbside/sw';

servePage({ ...precache, cachePrefix: 'kerbside-demo-' });
serveKerbside();
