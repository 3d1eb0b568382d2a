import type { Finding } from '../analysis/find-damage.ts';
import { mergeSightings, type Sighting } from '../analysis/sightings.ts';
import type { AnalysisImage } from '../service/analyzer.ts';
import type { FoundDamage, FoundView } from '../service/results.ts';
import {
  DAMAGE_TYPES,
  type DamageType,
  PART_TYPES,
  type PartType,
  VIEWPOINTS,
  type Viewpoint,
} from '../spec/enums.ts';
import type { BoundingBox } from '../spec/view.ts';

/** What a detector found on one image. */
export interface ImageFindings {
  image: Pick<
    AnalysisImage,
    'id' | 'imageWidth' | 'imageHeight' | 'details' | 'detailedViewpoint' | 'viewpoint'
  >;
  findings: readonly Finding[];
}

/** From findings on images to damages of a vehicle, in the specification's terms. */
export function damagesFrom(images: readonly ImageFindings[]): FoundDamage[] {
  const sightings = images.flatMap(({ image, findings }) =>
    findings.flatMap((finding): Sighting<FoundView>[] => {
      const damageType = DAMAGE_TYPES.find((type) => type === finding.type);
      return damageType ? [sighting(image, finding, damageType)] : [];
    }),
  );
  return mergeSightings(sightings).map(({ damageType, partType, confidence, sightings: seen }) => ({
    damageType,
    partType,
    confidence,
    views: seen.map(({ view }) => view),
  }));
}

function sighting(
  image: ImageFindings['image'],
  finding: Finding,
  damageType: DamageType,
): Sighting<FoundView> {
  const viewpoint = viewpointOf(image);
  return {
    imageId: image.id,
    damageType,
    partType: partOf(image),
    ...(viewpoint && { viewpoint }),
    confidence: finding.confidence,
    view: {
      imageId: image.id,
      boundingBox: boundingBox(finding, image),
      polygons: finding.polygons.map((ring) =>
        ring.map(([x, y]): [number, number] => [rounded(x), rounded(y)]),
      ),
      confidence: finding.confidence,
    },
  };
}

/** What the photographer said the image centres on, if that is a part; else nobody can tell. */
function partOf({ detailedViewpoint }: ImageFindings['image']): PartType {
  const named =
    detailedViewpoint?.centersOn.flatMap((centre) => PART_TYPES.filter((part) => part === centre)) ?? [];
  return named.length === 1 && named[0] ? named[0] : 'ignore';
}

function viewpointOf({ viewpoint, details }: ImageFindings['image']): Viewpoint | undefined {
  return viewpoint?.prediction ?? VIEWPOINTS.find((name) => name === details?.viewpointName);
}

function boundingBox({ box }: Finding, { imageWidth, imageHeight }: ImageFindings['image']): BoundingBox {
  const xmin = rounded(Math.max(0, box.x0));
  const ymin = rounded(Math.max(0, box.y0));
  return {
    xmin,
    ymin,
    width: rounded(Math.min(imageWidth, box.x1) - xmin),
    height: rounded(Math.min(imageHeight, box.y1) - ymin),
  };
}

/** A tenth of a pixel: finer is noise, and takes room on the wire. */
function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
