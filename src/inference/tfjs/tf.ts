import * as tf from './operations.ts';

export { tf };
export type Tfjs = typeof tf;
