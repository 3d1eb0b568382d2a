import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import type { VehicleInput } from '../../domain/vehicle.ts';
import { countDifferences, mergeVins, type VinEvidence } from './merge-vins.ts';
import { readMileage } from './read-mileage.ts';
import { readMrz } from './read-mrz.ts';
import { readPlate } from './read-plate.ts';
import { readRegistration } from './read-registration.ts';
import { readVin } from './read-vin.ts';
import { sortInReadingOrder } from './reading-order.ts';
import type { Vote } from './reading-votes.ts';
import type { RecognizedLine } from './recognized-line.ts';
import { checkVin } from './vin-check-digit.ts';
import { isKnownManufacturer } from './vin-manufacturers.ts';

/** The meaning of the text on an image. */
export interface TextInterpretation {
  /** The fields of the document's content. */
  fields: JsonObject;
  vehicle: VehicleInput;
  /** Confidence of the value. 0 if it was not found, 1 for free text. */
  confidence: number;
  /** The lowest confidence of a character of the value. */
  weakest: number;
  /** The lines that a VIN, plate or mileage was read from. */
  sources: readonly RecognizedLine[];
  /** Whether readers often agree on such a value by mistake: a VIN of an unknown manufacturer, a plate of no pattern, a short mileage. */
  isUnusual?: boolean;
  /** Whether a VIN of a known manufacturer was read with a right check digit. */
  isChecked?: boolean;
  /** What a VIN's reader thinks of other characters; see merge-vins.ts. */
  evidence?: VinEvidence;
  /** The VIN, plate, mileage or text. Readings with the same value agree. Empty if not found, and for registrations. */
  value: string;
}

/** A mileage of fewer digits is often one of which the line was cut: recognizers agree on what is left. */
const MIN_USUAL_DIGITS = 4;

/** The margin at which a merged VIN has a confidence of 0.63. Twice this margin gives 0.86, from 4.6 on it is at least 0.9. */
const MARGIN_SCALE = 2;

/** Reads the value that an image of this type shows from its lines. `country` is the ISO 3166 code of a plate, if known. */
export function interpretText(
  imageType: OcrImageType,
  lines: readonly RecognizedLine[],
  country?: string,
): TextInterpretation {
  return (
    INTERPRETERS[imageType](lines, country) ?? {
      fields: {},
      vehicle: {},
      confidence: 0,
      weakest: 0,
      sources: [],
      value: '',
    }
  );
}

/**
 * Makes one reading of several readings of a VIN. If nobody read the merged VIN, `readAs` is the most confident reading.
 * Undefined if there is no reading.
 */
export function mergeVinReadings<T extends TextInterpretation>(
  votes: readonly Vote<T>[],
): { reading: T; probability: number } | undefined {
  const merged = mergeVins(votes);
  if (!merged) return undefined;
  const { vin, probabilities, margin } = merged;
  const byConfidence = votes.map(({ reading }) => reading).sort((a, b) => b.confidence - a.confidence);
  const same = byConfidence.find(({ value }) => value === vin);
  const probability = 1 - Math.exp(-margin / MARGIN_SCALE);
  if (same) return { reading: same, probability };
  const [nearest] = byConfidence.sort(
    (a, b) => countDifferences(a.value, vin) - countDifferences(b.value, vin),
  );
  if (!nearest) return undefined;
  const { correction: _, ...fields } = nearest.fields;
  const reading: T = {
    ...nearest,
    value: vin,
    fields: {
      ...fields,
      vin,
      checkDigit: checkVin(vin),
      characterConfidences: probabilities,
      readAs: nearest.value,
    },
    vehicle: { vin },
    weakest: Math.min(...probabilities),
    isUnusual: !isKnownManufacturer(vin),
    isChecked: false, // its check digit was chosen to be right
  };
  return { reading, probability };
}

type Interpreter = (lines: readonly RecognizedLine[], country?: string) => TextInterpretation | undefined;

const INTERPRETERS: Readonly<Record<OcrImageType, Interpreter>> = {
  VIN(lines) {
    const reading = readVin(lines);
    if (!reading) return undefined;
    const { evidence, sources, ...fields } = reading;
    const { vin, confidence, characterConfidences } = fields;
    const weakest = Math.min(...characterConfidences);
    const isUnusual = !isKnownManufacturer(vin);
    const isChecked = fields.checkDigit === 'right' && fields.readAs === undefined && !isUnusual;
    const trust = { confidence, weakest, isUnusual, isChecked };
    return { fields, vehicle: { vin }, sources, evidence, value: vin, ...trust };
  },
  PLATE(lines, country) {
    const reading = readPlate(lines, country);
    if (!reading) return undefined;
    const { sources, ...fields } = reading;
    const { plate, confidence, characterConfidences } = fields;
    const weakest = Math.min(...characterConfidences);
    const isUnusual = fields.countries.length === 0;
    return { fields, vehicle: { plate }, confidence, weakest, sources, isUnusual, value: plate };
  },
  ODOMETER(lines) {
    const reading = readMileage(lines);
    if (!reading) return undefined;
    const { text, value, unit, unitSeen, confidence, characterConfidences, source } = reading;
    const fields = { text, mileage: { value, unit }, unitSeen, confidence, characterConfidences };
    const weakest = Math.min(...characterConfidences);
    const vehicle = { mileage: { value, unit } };
    const isUnusual = text.replace(/\D/g, '').length < MIN_USUAL_DIGITS;
    return { fields, vehicle, confidence, weakest, sources: [source], isUnusual, value: text };
  },
  VEHICLE_REGISTRATION_PAPERS_FR(lines) {
    const fields = readRegistration(
      lines.map(({ quad, line: { text, confidence } }) => ({ quad, text, confidence })),
    );
    const vehicle = toVehicle((code) => fields[code]?.value);
    const confidences = Object.values(fields).map(({ confidence }) => confidence);
    const total = confidences.reduce((sum, one) => sum + one, 0);
    const confidence = confidences.length === 0 ? 0 : total / confidences.length;
    return { fields, vehicle, confidence, weakest: confidence, sources: [], value: '' };
  },
  ID_FR: interpretMrz,
  PASSPORT: interpretMrz,
  TEXT(lines) {
    const text = sortInReadingOrder(lines)
      .map(({ line }) => line.text)
      .join('\n');
    return { fields: { text }, vehicle: {}, confidence: 1, weakest: 1, sources: [], value: text };
  },
};

function interpretMrz(lines: readonly RecognizedLine[]): TextInterpretation | undefined {
  const mrz = readMrz(lines);
  if (!mrz) return undefined;
  return {
    fields: { mrz: { ...mrz } },
    vehicle: {},
    confidence: mrz.confidence,
    weakest: mrz.confidence,
    sources: [],
    value: mrz.lines.join('\n'),
  };
}

function toVehicle(value: (code: string) => string | undefined): VehicleInput {
  const [plate, vin, brand, model, date] = ['A', 'E', 'D.1', 'D.3', 'B'].map(value);
  return {
    ...(plate && { plate }),
    ...(vin && { vin }),
    ...(brand && { brand }),
    ...(model && { model }),
    ...(date && { dateOfCirculation: date }),
  };
}
