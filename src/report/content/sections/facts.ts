import { safeParse } from 'valibot';
import { type PdfInputData, pdfInputDataSchema } from '../../../domain/records/inspection.ts';
import type { Vehicle } from '../../../domain/records/vehicle.ts';
import type { ReportContext } from '../report-context.ts';
import type { Block, FactColumn } from '../report-model.ts';

export function buildTitle({ messages, formats, vehicle, inspection, options }: ReportContext): Block {
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ');
  const plate = vehicle?.plate ?? '';
  const client = [options.clientName, options.customer].filter(Boolean).join(', ');
  return {
    kind: 'title',
    title: messages.title,
    subtitle: [name, plate].filter(Boolean).join(' · ') || inspection.id,
    aside: [formats.dateTime(options.createdAt), ...(client ? [`${messages.preparedFor} ${client}`] : [])],
  };
}

/** Lists what is known about the vehicle, the inspection and its people; leaves out fields without a value. */
export function buildFacts(context: ReportContext): Block {
  const { messages } = context;
  const data = readPdfData(context);
  const columns: FactColumn[] = [
    { heading: messages.vehicle, rows: listVehicleFacts(context, data) },
    { heading: messages.inspection, rows: listInspectionFacts(context, data) },
  ].map(({ heading, rows }) => ({ heading, rows: rows.filter(hasValue) }));
  return { kind: 'facts', columns };
}

export function buildRemarks(context: ReportContext): Block[] {
  const { messages, inspection } = context;
  const remarks: Fact[] = [
    [messages.fields.accidentNature, inspection.accidentNature],
    [messages.comment, readPdfData(context).comment],
  ];
  return remarks.filter(hasValue).map(([heading, text]) => ({ kind: 'paragraph', heading, text }));
}

/** Returns the mileage given for the report, else the vehicle's. */
export function getMileage({
  inspection,
  vehicle,
}: Pick<ReportContext, 'inspection' | 'vehicle'>): Vehicle['mileage'] {
  return readPdfData({ inspection }).mileage ?? vehicle?.mileage;
}

type Fact = [label: string, value: string | undefined];

function hasValue(fact: Fact): fact is [string, string] {
  return fact[1] !== undefined && fact[1].trim() !== '';
}

/** The app may put anything in `additionalData`: data that does not match the specification is left out. */
function readPdfData({ inspection }: Pick<ReportContext, 'inspection'>): PdfInputData {
  const { success, output } = safeParse(pdfInputDataSchema, inspection.additionalData?.pdf_data ?? {});
  return success ? (output as PdfInputData) : {};
}

function listVehicleFacts(
  { messages: { fields }, formats, options, inspection, vehicle = { id: '' } }: ReportContext,
  data: PdfInputData,
): Fact[] {
  const mileage = getMileage({ inspection, vehicle });
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

function listInspectionFacts({ messages, formats, inspection }: ReportContext, data: PdfInputData): Fact[] {
  const { fields, inspectionTypes } = messages;
  const joinName = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  return [
    [fields.createdAt, formats.dateTime(inspection.createdAt)],
    [fields.inspectionType, inspection.inspectionType && inspectionTypes[inspection.inspectionType]],
    [fields.agent, joinName(data.agentFirstName, data.agentLastName)],
    [fields.company, [data.agentCompany, data.agentCompanyCity].filter(Boolean).join(', ')],
    [fields.owner, joinName(data.vehicleOwnerFirstName, data.vehicleOwnerLastName)],
    [fields.address, data.vehicleOwnerAddress],
    [fields.phone, data.vehicleOwnerPhone],
    [fields.email, data.vehicleOwnerEmail],
    [fields.dateOfStart, data.dateOfStart],
    [fields.dateOfValidation, data.dateOfValidation],
  ];
}
