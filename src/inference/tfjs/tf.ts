import * as tf from './tfjs-exports.ts';

export { tf };
export type Tfjs = typeof tf;
