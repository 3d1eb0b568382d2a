import type { Finding } from '../analysis/findings.ts';
import { coverageCompliance } from '../analysis/parts/coverage.ts';
import { viewpointSaid } from '../analysis/parts/locate-damage.ts';
import { viewpointFrom } from '../analysis/parts/viewpoint.ts';
import type { ImageFacts } from '../service/analyzer.ts';
import type { Coverage } from '../service/coverage.ts';
import { hintsOf, isCloseUp } from './photo-hints.ts';

/**
 * How an image shows the vehicle, from the parts that were found on it. Nothing speaks against a photo that was meant
 * to show something else: one part, the inside, what is written somewhere.
 */
export function imageCoverage(image: ImageFacts, parts: readonly Finding[]): Coverage {
  const viewpoint = viewpointFrom(parts);
  const size = { width: image.imageWidth, height: image.imageHeight };
  return {
    compliance: isCloseUp(image)
      ? { status: 'DONE', is_compliant: true, reasons: [] }
      : coverageCompliance(parts, size, viewpointSaid(hintsOf(image))),
    ...(viewpoint && { viewpoint }),
  };
}
