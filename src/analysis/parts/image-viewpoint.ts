import type { ImageFacts } from '../../domain/analyzer.ts';
import type { Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { hintsOf } from '../results/photo-hints.ts';
import { viewpointSaid } from './locate-damage.ts';
import { chosenViewpoint, viewpointFrom } from './viewpoint.ts';

/** From where an image was taken: by the parts on it or what was seen of it before, and by what was said of it. */
export function imageViewpoint(
  image: Parameters<typeof hintsOf>[0] & Pick<ImageFacts, 'viewpoint'>,
  parts: readonly Detection[],
): Viewpoint | undefined {
  return chosenViewpoint(viewpointFrom(parts) ?? image.viewpoint, viewpointSaid(hintsOf(image)));
}
