// Worker threads do not inherit tsx's loader; this registers it and goes on in TypeScript. In a checkout only.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
