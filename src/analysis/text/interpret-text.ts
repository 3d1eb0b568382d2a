import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import type { VehicleInput } from '../../domain/vehicle.ts';
import { readMileage } from './read-mileage.ts';
import { readMrz } from './read-mrz.ts';
import { readPlate } from './read-plate.ts';
import { readRegistration } from './read-registration.ts';
import { readVin } from './read-vin.ts';
import { inReadingOrder } from './reading-order.ts';
import type { RecognizedLine } from './recognized-line.ts';

/** What an image says: the lines that were read, and what they mean on an image of this type. */
export interface TextMeaning {
  /** For `documents[].content`. */
  fields: JsonObject;
  vehicle: VehicleInput;
  /** Of what was looked for, 0 where it was not found. Free text is always found. */
  confidence: number;
  /** What was looked for, in one text: two readings that have the same agree. */
  answer: string;
}

/** What the lines of an image of this type mean. */
export function interpretText(imageType: OcrImageType, lines: readonly RecognizedLine[]): TextMeaning {
  return MEANINGS[imageType](lines) ?? { fields: {}, vehicle: {}, confidence: 0, answer: '' };
}

type Meaning = (lines: readonly RecognizedLine[]) => TextMeaning | undefined;

const MEANINGS: Readonly<Record<OcrImageType, Meaning>> = {
  VIN(lines) {
    const read = readVin(lines);
    if (!read) return undefined;
    const { vin, confidence } = read;
    return { fields: { ...read }, vehicle: { vin }, confidence, answer: vin };
  },
  PLATE(lines) {
    const read = readPlate(lines);
    if (!read) return undefined;
    const { plate, confidence } = read;
    return { fields: { ...read }, vehicle: { plate }, confidence, answer: plate };
  },
  ODOMETER(lines) {
    const read = readMileage(lines);
    if (!read) return undefined;
    const { text, value, unit, unitSeen, confidence, characterConfidences } = read;
    const fields = { text, mileage: { value, unit }, unitSeen, confidence, characterConfidences };
    return { fields, vehicle: { mileage: { value, unit } }, confidence, answer: text };
  },
  VEHICLE_REGISTRATION_PAPERS_FR(lines) {
    const fields = readRegistration(
      lines.map(({ quad, line: { text, confidence } }) => ({ quad, text, confidence })),
    );
    const vehicle = registeredVehicle((code) => fields[code]?.value);
    const sure = Object.values(fields).map(({ confidence }) => confidence);
    const confidence = sure.length === 0 ? 0 : sure.reduce((sum, one) => sum + one, 0) / sure.length;
    return { fields, vehicle, confidence, answer: '' };
  },
  ID_FR: identity,
  PASSPORT: identity,
  TEXT(lines) {
    const text = inReadingOrder(lines)
      .map(({ line }) => line.text)
      .join('\n');
    return { fields: { text }, vehicle: {}, confidence: 1, answer: text };
  },
};

function identity(lines: readonly RecognizedLine[]): TextMeaning | undefined {
  const mrz = readMrz(lines);
  if (!mrz) return undefined;
  return {
    fields: { mrz: { ...mrz } },
    vehicle: {},
    confidence: mrz.confidence,
    answer: mrz.lines.join('\n'),
  };
}

function registeredVehicle(value: (code: string) => string | undefined): VehicleInput {
  const [plate, vin, brand, model, date] = ['A', 'E', 'D.1', 'D.3', 'B'].map(value);
  return {
    ...(plate && { plate }),
    ...(vin && { vin }),
    ...(brand && { brand }),
    ...(model && { model }),
    ...(date && { dateOfCirculation: date }),
  };
}
