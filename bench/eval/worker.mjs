// Worker threads do not inherit tsx's loader; this registers it and imports the TypeScript worker.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
