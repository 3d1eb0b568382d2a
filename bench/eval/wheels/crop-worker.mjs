// Worker threads do not inherit tsx's loader; this registers it and goes on in TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./crop-worker.ts');
