import type { Finding } from '../analysis/find-damage.ts';
import { locateDamage, viewpointSaid } from '../analysis/parts/locate-damage.ts';
import { type SeenPart, seenParts } from '../analysis/parts/seen-parts.ts';
import { chosenViewpoint, viewpointFrom } from '../analysis/parts/viewpoint.ts';
import { mergeSightings, type Sighting } from '../analysis/sightings.ts';
import { hubcapOf } from '../analysis/wheels/hubcap-of.ts';
import type { AnalysisImage } from '../service/analyzer.ts';
import type { FoundDamage, FoundView } from '../service/results.ts';
import { DAMAGE_TYPES, type DamageType, type PartType } from '../spec/enums.ts';
import { imageRegion } from './image-region.ts';
import { hintsOf } from './photo-hints.ts';

/** What detectors found on one image. */
export interface ImageFindings {
  image: Pick<
    AnalysisImage,
    | 'id'
    | 'imageWidth'
    | 'imageHeight'
    | 'details'
    | 'detailedViewpoint'
    | 'viewpoint'
    | 'compliances'
    | 'imageType'
  >;
  /** Damages. */
  findings: readonly Finding[];
  /** Parts of the vehicle, by the part model's classes; none where there is no such model. */
  parts?: readonly Finding[];
}

/** From findings on images to damages of a vehicle, in the specification's terms. */
export function damagesFrom(images: readonly ImageFindings[]): FoundDamage[] {
  return mergeSightings(images.flatMap(sightingsOn)).map(
    ({ damageType, partType, confidence, sightings: seen }) => ({
      damageType,
      partType,
      confidence,
      views: seen.map(({ view }) => view),
    }),
  );
}

function sightingsOn({ image, findings, parts = [] }: ImageFindings): Sighting<FoundView>[] {
  const viewpoint = chosenViewpoint(viewpointFrom(parts) ?? image.viewpoint, viewpointSaid(hintsOf(image)));
  const seen = seenParts(parts, viewpoint);
  return findings.flatMap((finding): Sighting<FoundView>[] => {
    const damageType = DAMAGE_TYPES.find((type) => type === finding.type);
    if (!damageType) return [];
    const { confidence } = finding;
    return [
      {
        imageId: image.id,
        damageType,
        partType: partOf(finding, damageType, seen, image),
        ...(viewpoint && { viewpoint }),
        confidence,
        view: { imageId: image.id, ...imageRegion(finding, image), confidence },
      },
    ];
  });
}

/** The part model knows wheels, of which the hubcap is a part of its own. */
function partOf(
  finding: Finding,
  damageType: DamageType,
  parts: readonly SeenPart[],
  image: ImageFindings['image'],
): PartType {
  const part = locateDamage(finding, parts, hintsOf(image));
  const isOfHubcap = damageType === 'hubcap_scratch' || damageType === 'missing_hubcap';
  return isOfHubcap ? hubcapOf(part) : part;
}
