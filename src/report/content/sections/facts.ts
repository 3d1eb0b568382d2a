import { safeParse } from 'valibot';
import { type PdfInputData, pdfInputData } from '../../../domain/inspection.ts';
import type { Vehicle } from '../../../domain/vehicle.ts';
import type { Block, FactColumn } from '../block-types.ts';
import type { Section } from '../section.ts';

export function titleBlock({ words, formats, vehicle, inspection, options }: Section): Block {
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ');
  const plate = vehicle?.plate ?? '';
  const client = [options.clientName, options.customer].filter(Boolean).join(', ');
  return {
    kind: 'title',
    title: words.title,
    subtitle: [name, plate].filter(Boolean).join(' · ') || inspection.id,
    aside: [formats.moment(options.createdAt), ...(client ? [`${words.preparedFor} ${client}`] : [])],
  };
}

/** The vehicle, the inspection and its people: what is known, and nothing where nothing is. */
export function factsBlock(section: Section): Block {
  const { words } = section;
  const data = pdfDataOf(section);
  const columns: FactColumn[] = [
    { heading: words.vehicle, rows: vehicleRows(section, data) },
    { heading: words.inspection, rows: inspectionRows(section, data) },
  ].map(({ heading, rows }) => ({ heading, rows: rows.filter(hasValue) }));
  return { kind: 'facts', columns };
}

export function remarkBlocks(section: Section): Block[] {
  const { words, inspection } = section;
  const remarks: Fact[] = [
    [words.fields.accidentNature, inspection.accidentNature],
    [words.comment, pdfDataOf(section).comment],
  ];
  return remarks.filter(hasValue).map(([heading, text]) => ({ kind: 'paragraph', heading, text }));
}

/** As it was said for the report, else as the vehicle has it. */
export function mileageOf({
  inspection,
  vehicle,
}: Pick<Section, 'inspection' | 'vehicle'>): Vehicle['mileage'] {
  return pdfDataOf({ inspection }).mileage ?? vehicle?.mileage;
}

type Fact = [label: string, value: string | undefined];

function hasValue(fact: Fact): fact is [string, string] {
  return fact[1] !== undefined && fact[1].trim() !== '';
}

/** `additionalData` is the caller's own: data that is not in the specification's form is left out. */
function pdfDataOf({ inspection }: Pick<Section, 'inspection'>): PdfInputData {
  const { success, output } = safeParse(pdfInputData, inspection.additionalData?.pdf_data ?? {});
  return success ? (output as PdfInputData) : {};
}

function vehicleRows(
  { words: { fields }, formats, options, inspection, vehicle = { id: '' } }: Section,
  data: PdfInputData,
): Fact[] {
  const mileage = mileageOf({ inspection, vehicle });
  const value = data.marketValue ?? vehicle.marketValue;
  const amount = typeof value === 'number' ? { value, unit: '' } : value;
  return [
    [fields.brand, [vehicle.brand, vehicle.model, vehicle.series].filter(Boolean).join(' ')],
    [fields.plate, vehicle.plate],
    [fields.vin, options.vin ?? vehicle.vin],
    [fields.vinOrRegistering, data.vinOrRegistering],
    [fields.vehicleType, [vehicle.vehicleType, vehicle.vehicleStyle].filter(Boolean).join(', ')],
    [fields.color, vehicle.color],
    [fields.mileage, mileage && formats.quantity(mileage)],
    [fields.marketValue, amount && formats.quantity(amount)],
    [fields.dateOfCirculation, vehicle.dateOfCirculation],
  ];
}

function inspectionRows({ words, formats, inspection }: Section, data: PdfInputData): Fact[] {
  const { fields, inspectionTypes } = words;
  const name = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  return [
    [fields.createdAt, formats.moment(inspection.createdAt)],
    [fields.inspectionType, inspection.inspectionType && inspectionTypes[inspection.inspectionType]],
    [fields.agent, name(data.agentFirstName, data.agentLastName)],
    [fields.company, [data.agentCompany, data.agentCompanyCity].filter(Boolean).join(', ')],
    [fields.owner, name(data.vehicleOwnerFirstName, data.vehicleOwnerLastName)],
    [fields.address, data.vehicleOwnerAddress],
    [fields.phone, data.vehicleOwnerPhone],
    [fields.email, data.vehicleOwnerEmail],
    [fields.dateOfStart, data.dateOfStart],
    [fields.dateOfValidation, data.dateOfValidation],
  ];
}
