import type { Coverage } from '../../domain/analysis-result.ts';
import type { ImageFacts } from '../../domain/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import { hintsOf, isCloseUp } from '../results/photo-hints.ts';
import { coverageCompliance } from './coverage.ts';
import { viewpointSaid } from './locate-damage.ts';
import { viewpointFrom } from './viewpoint.ts';

/**
 * How an image shows the vehicle, from the parts that were found on it. Nothing speaks against a photo that was meant
 * to show something else: one part, the inside, what is written somewhere.
 */
export function imageCoverage(image: ImageFacts, parts: readonly Detection[]): Coverage {
  const viewpoint = viewpointFrom(parts);
  const size = { width: image.imageWidth, height: image.imageHeight };
  return {
    compliance: isCloseUp(image)
      ? { status: 'DONE', is_compliant: true, reasons: [] }
      : coverageCompliance(parts, size, viewpointSaid(hintsOf(image))),
    ...(viewpoint && { viewpoint }),
  };
}
