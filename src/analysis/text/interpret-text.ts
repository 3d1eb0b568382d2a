import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import type { VehicleInput } from '../../domain/records/vehicle.ts';
import type { VinEvidence } from './merge-vins.ts';
import { readMileage } from './read-mileage.ts';
import { readMrz } from './read-mrz.ts';
import { readPlate } from './read-plate.ts';
import { readRegistration } from './read-registration.ts';
import { readVin } from './read-vin.ts';
import { sortInReadingOrder } from './reading-order.ts';
import type { Reading } from './reading-votes.ts';
import type { RecognizedLine } from './recognized-line.ts';
import { isKnownManufacturer } from './vin-manufacturers.ts';

/**
 * The meaning of the text on an image. The value is the VIN, plate, mileage or text, and empty for registrations. Free
 * text has a confidence of 1.
 */
export interface TextInterpretation extends Reading {
  /** The fields of the document's content. */
  fields: JsonObject;
  vehicle: VehicleInput;
  /** The lines that a VIN, plate or mileage was read from. */
  sources: readonly RecognizedLine[];
  /** The probabilities of other characters of a VIN; see merge-vins.ts. */
  evidence?: VinEvidence;
}

/** A mileage of fewer digits is often one of which the line was cut: recognizers agree on what is left. */
const MIN_USUAL_DIGITS = 4;

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
