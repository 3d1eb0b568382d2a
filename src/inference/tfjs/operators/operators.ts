import type { OperatorTable } from '../operator.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { CONVOLUTIONS } from './convolution.ts';
import { ELEMENTWISE } from './elementwise.ts';
import { MATRICES } from './matrix.ts';
import { MOVEMENTS } from './movement.ts';
import { NORMALIZATIONS } from './normalization.ts';
import { POOLS } from './pooling.ts';
import { REDUCTIONS } from './reduction.ts';
import { RESIZES } from './resize.ts';
import { SHAPES } from './shape.ts';
import { SLICES } from './slice.ts';

/** Every ONNX operator that runs on tfjs. plan/fold-constants.ts removes Constant. */
export const OPERATORS: OperatorTable = {
  ...ARITHMETIC,
  ...CONVOLUTIONS,
  ...ELEMENTWISE,
  ...MATRICES,
  ...MOVEMENTS,
  ...NORMALIZATIONS,
  ...POOLS,
  ...REDUCTIONS,
  ...RESIZES,
  ...SHAPES,
  ...SLICES,
};
