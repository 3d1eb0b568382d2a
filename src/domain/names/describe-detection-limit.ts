import type { PartType } from '../enums.ts';
import type { DetectionLimit } from '../records/detection-limit.ts';
import { type Language, localeOf, namesIn } from './names.ts';

interface Sentences {
  unknown: string;
  /** Of the whole photo. */
  onPhoto(marks: string): string;
  onPart(part: string, marks: string): string;
  below(marks: string, length: string): string;
  ofAnySize(marks: string): string;
}

const SENTENCES: Record<Language, Sentences> = {
  en: {
    unknown: 'How large a damage must be to be found on this photo is unknown.',
    onPhoto: (marks) => `On this photo, ${marks} are mostly missed.`,
    onPart: (part, marks) => `${part}: on this photo, ${marks} are mostly missed.`,
    below: (marks, length) => `${marks} below about ${length}`,
    ofAnySize: (marks) => `${marks} of any size`,
  },
  fr: {
    unknown: 'La taille à partir de laquelle un dommage est trouvé sur cette photo est inconnue.',
    onPhoto: (marks) => `Sur cette photo, ${marks} échappent le plus souvent.`,
    onPart: (part, marks) => `${part} : sur cette photo, ${marks} échappent le plus souvent.`,
    below: (marks, length) => `les ${marks} de moins d’environ ${length}`,
    ofAnySize: (marks) => `les ${marks} de toute taille`,
  },
};

/**
 * Returns one sentence about the damages that are mostly missed on a photo: "On this photo, scratches below about 22 cm and
 * dents below about 15 cm are mostly missed."
 *
 * @param limit - `detectionLimit` of an image.
 * @param language - `en` or `fr`.
 * @param partType - Describes the limits of this part of the photo. Default: those of the whole photo.
 * @returns A sentence that the limit is unknown, if there is none.
 */
export function describeDetectionLimit(
  { limits }: Pick<DetectionLimit, 'limits'>,
  language: Language,
  partType?: PartType,
): string {
  const sentences = SENTENCES[language];
  const described = limits.filter((limit) => limit.partType === partType);
  if (described.length === 0) return sentences.unknown;
  const names = namesIn(language);
  const marks = described.map(({ damageType, half }) =>
    half === undefined
      ? sentences.ofAnySize(names.damages(damageType))
      : sentences.below(names.damages(damageType), formatLength(half, language)),
  );
  const list = new Intl.ListFormat(localeOf(language)).format(marks);
  return partType === undefined ? sentences.onPhoto(list) : sentences.onPart(names.part(partType), list);
}

function formatLength(cm: number, language: Language): string {
  return cm.toLocaleString(localeOf(language), { style: 'unit', unit: 'centimeter', unitDisplay: 'short' });
}
