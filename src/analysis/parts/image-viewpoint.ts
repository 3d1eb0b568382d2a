import type { Viewpoint } from '../../domain/enums.ts';
import type { ImageFacts } from '../../rules/analyzer.ts';
import type { Finding } from '../detection/detections.ts';
import { hintsOf } from '../results/photo-hints.ts';
import { viewpointSaid } from './locate-damage.ts';
import { chosenViewpoint, viewpointFrom } from './viewpoint.ts';

/** From where an image was taken: by the parts on it or what was seen of it before, and by what was said of it. */
export function imageViewpoint(
  image: Parameters<typeof hintsOf>[0] & Pick<ImageFacts, 'viewpoint'>,
  parts: readonly Finding[],
): Viewpoint | undefined {
  return chosenViewpoint(viewpointFrom(parts) ?? image.viewpoint, viewpointSaid(hintsOf(image)));
}
