import type { Finding } from '../analysis/findings.ts';
import { viewpointSaid } from '../analysis/parts/locate-damage.ts';
import { chosenViewpoint, viewpointFrom } from '../analysis/parts/viewpoint.ts';
import type { ImageFacts } from '../service/analyzer.ts';
import type { Viewpoint } from '../spec/enums.ts';
import { hintsOf } from './photo-hints.ts';

/** From where an image was taken: by the parts on it or what was seen of it before, and by what was said of it. */
export function imageViewpoint(
  image: Parameters<typeof hintsOf>[0] & Pick<ImageFacts, 'viewpoint'>,
  parts: readonly Finding[],
): Viewpoint | undefined {
  return chosenViewpoint(viewpointFrom(parts) ?? image.viewpoint, viewpointSaid(hintsOf(image)));
}
