import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import type { VehicleInput } from '../../domain/vehicle.ts';
import { readMileage } from './read-mileage.ts';
import { readMrz } from './read-mrz.ts';
import { readPlate } from './read-plate.ts';
import { readRegistration } from './read-registration.ts';
import { readVin } from './read-vin.ts';
import { sortInReadingOrder } from './reading-order.ts';
import type { RecognizedLine } from './recognized-line.ts';

/** The meaning of the text on an image. */
export interface TextInterpretation {
  /** The fields of the document's content. */
  fields: JsonObject;
  vehicle: VehicleInput;
  /** Confidence of the value. 0 if it was not found, 1 for free text. */
  confidence: number;
  /** The lowest confidence of a character of the value. */
  weakest: number;
  /** Whether the text proves itself: a VIN by its check digit. */
  isProven?: boolean;
  /** The VIN, plate, mileage or text. Readings with the same value agree. Empty if not found, and for registrations. */
  value: string;
}

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
      value: '',
    }
  );
}

type Interpreter = (lines: readonly RecognizedLine[], country?: string) => TextInterpretation | undefined;

const INTERPRETERS: Readonly<Record<OcrImageType, Interpreter>> = {
  VIN(lines) {
    const reading = readVin(lines);
    if (!reading) return undefined;
    const { vin, confidence, checkDigit, readAs } = reading;
    const isProven = checkDigit === 'right' && readAs === undefined;
    const weakest = Math.min(...reading.characterConfidences);
    return { fields: { ...reading }, vehicle: { vin }, confidence, weakest, isProven, value: vin };
  },
  PLATE(lines, country) {
    const reading = readPlate(lines, country);
    if (!reading) return undefined;
    const { plate, confidence } = reading;
    const weakest = Math.min(...reading.characterConfidences);
    return { fields: { ...reading }, vehicle: { plate }, confidence, weakest, value: plate };
  },
  ODOMETER(lines) {
    const reading = readMileage(lines);
    if (!reading) return undefined;
    const { text, value, unit, unitSeen, confidence, characterConfidences } = reading;
    const fields = { text, mileage: { value, unit }, unitSeen, confidence, characterConfidences };
    const weakest = Math.min(...characterConfidences);
    return { fields, vehicle: { mileage: { value, unit } }, confidence, weakest, value: text };
  },
  VEHICLE_REGISTRATION_PAPERS_FR(lines) {
    const fields = readRegistration(
      lines.map(({ quad, line: { text, confidence } }) => ({ quad, text, confidence })),
    );
    const vehicle = toVehicle((code) => fields[code]?.value);
    const confidences = Object.values(fields).map(({ confidence }) => confidence);
    const total = confidences.reduce((sum, one) => sum + one, 0);
    const confidence = confidences.length === 0 ? 0 : total / confidences.length;
    return { fields, vehicle, confidence, weakest: confidence, value: '' };
  },
  ID_FR: interpretMrz,
  PASSPORT: interpretMrz,
  TEXT(lines) {
    const text = sortInReadingOrder(lines)
      .map(({ line }) => line.text)
      .join('\n');
    return { fields: { text }, vehicle: {}, confidence: 1, weakest: 1, value: text };
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
