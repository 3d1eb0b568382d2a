import type { ImageFacts } from '../../domain/analyzer.ts';
import { CENTERS_ON, OCR_IMAGE_TYPES, VIEWPOINTS, WHEEL_NAMES, type WheelName } from '../../domain/enums.ts';
import type { PhotoHints } from '../parts/locate-damage.ts';

type SaidOfImage = Pick<ImageFacts, 'details' | 'detailedViewpoint' | 'compliances' | 'imageType'>;

/** What the photographer, or the app that asked for the photo, said it shows. */
export function hintsOf({ details, detailedViewpoint, compliances }: SaidOfImage): PhotoHints {
  const sight = compliances?.coverage_360?.sight_id;
  return {
    ...(detailedViewpoint && { centersOn: detailedViewpoint.centersOn }),
    ...(details?.viewpointName !== undefined && { viewpointName: details.viewpointName }),
    ...(sight !== undefined && { sight }),
  };
}

export function wheelSaid(image: SaidOfImage): WheelName | undefined {
  const said = saidNames(image);
  return image.details?.wheelName ?? WHEEL_NAMES.find((name) => said.includes(name));
}

/** Whether a photo was meant to show one part, the inside or something written, and not the vehicle from a side. */
export function isCloseUp(image: SaidOfImage): boolean {
  const isSide = (name: string) => VIEWPOINTS.some((side) => side === name);
  const details = [...CENTERS_ON.filter((name) => !isSide(name)), ...OCR_IMAGE_TYPES];
  const said = saidNames(image);
  return image.imageType === 'close_up' || details.some((name) => said.includes(name));
}

function saidNames(image: SaidOfImage): readonly (string | undefined)[] {
  const { centersOn = [], viewpointName, sight } = hintsOf(image);
  return [...centersOn, viewpointName, sight];
}
