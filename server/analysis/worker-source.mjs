// Only used in a checkout. Worker threads do not inherit tsx's loader, so this file registers it.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
