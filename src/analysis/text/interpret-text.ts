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
  /** The VIN, plate, mileage or text. Readings with the same value agree. Empty if not found, and for registrations. */
  value: string;
}

/** Reads the value that an image of this type shows from its lines. */
export function interpretText(imageType: OcrImageType, lines: readonly RecognizedLine[]): TextInterpretation {
  return INTERPRETERS[imageType](lines) ?? { fields: {}, vehicle: {}, confidence: 0, value: '' };
}

type Interpreter = (lines: readonly RecognizedLine[]) => TextInterpretation | undefined;

const INTERPRETERS: Readonly<Record<OcrImageType, Interpreter>> = {
  VIN(lines) {
    const reading = readVin(lines);
    if (!reading) return undefined;
    const { vin, confidence } = reading;
    return { fields: { ...reading }, vehicle: { vin }, confidence, value: vin };
  },
  PLATE(lines) {
    const reading = readPlate(lines);
    if (!reading) return undefined;
    const { plate, confidence } = reading;
    return { fields: { ...reading }, vehicle: { plate }, confidence, value: plate };
  },
  ODOMETER(lines) {
    const reading = readMileage(lines);
    if (!reading) return undefined;
    const { text, value, unit, unitSeen, confidence, characterConfidences } = reading;
    const fields = { text, mileage: { value, unit }, unitSeen, confidence, characterConfidences };
    return { fields, vehicle: { mileage: { value, unit } }, confidence, value: text };
  },
  VEHICLE_REGISTRATION_PAPERS_FR(lines) {
    const fields = readRegistration(
      lines.map(({ quad, line: { text, confidence } }) => ({ quad, text, confidence })),
    );
    const vehicle = toVehicle((code) => fields[code]?.value);
    const confidences = Object.values(fields).map(({ confidence }) => confidence);
    const total = confidences.reduce((sum, one) => sum + one, 0);
    const confidence = confidences.length === 0 ? 0 : total / confidences.length;
    return { fields, vehicle, confidence, value: '' };
  },
  ID_FR: interpretMrz,
  PASSPORT: interpretMrz,
  TEXT(lines) {
    const text = sortInReadingOrder(lines)
      .map(({ line }) => line.text)
      .join('\n');
    return { fields: { text }, vehicle: {}, confidence: 1, value: text };
  },
};

function interpretMrz(lines: readonly RecognizedLine[]): TextInterpretation | undefined {
  const mrz = readMrz(lines);
  if (!mrz) return undefined;
  return {
    fields: { mrz: { ...mrz } },
    vehicle: {},
    confidence: mrz.confidence,
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
