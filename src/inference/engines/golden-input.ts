import { letterbox } from '../../analysis/detection/letterbox.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import type { Tensors } from './engine.ts';
import { drawGoldenPicture } from './golden-picture.ts';

/** The golden picture as the model takes it. */
export function goldenInput({ input, goldenSide }: Pick<ModelEntry, 'input' | 'goldenSide'>): Tensors {
  const picture = drawGoldenPicture(goldenSide);
  const data = letterbox(picture, picture);
  return { [input.name]: { dims: [1, 3, goldenSide, goldenSide], data } };
}
