import type { Document } from '../../../domain/records/document.ts';
import { readDocument } from '../../../domain/records/document.ts';
import { hasWheelPrediction, showsConfidence } from '../../../domain/records/wheel-analysis.ts';
import { getPhotoNumber, type ReportContext } from '../report-context.ts';
import type { Block } from '../report-model.ts';
import { describeConfidence } from './damage-table.ts';

export function buildWheels(context: ReportContext): Block[] {
  const { messages, names, entities } = context;
  const wheels = Object.values(entities.wheelAnalysis).filter(hasWheelPrediction);
  if (wheels.length === 0) return [];
  const { wheelColumns: columns } = messages;
  const describe = (predicted: { prediction: string; confidence: number }) =>
    `${names.wheelLabel(predicted.prediction)}${showsConfidence(predicted) ? describeConfidence(predicted.confidence) : ''}`;
  return [
    { kind: 'heading', text: messages.wheels },
    {
      kind: 'table',
      columns: [
        { heading: columns.wheel, width: 2 },
        { heading: columns.rim, width: 2 },
        { heading: columns.material, width: 2 },
        { heading: columns.hubcap, width: 2 },
        { heading: columns.photo, width: 1, align: 'right' },
      ],
      rows: wheels.map((wheel) => [
        { text: wheel.wheelName ? names.wheel(wheel.wheelName) : names.part('wheel'), bold: true },
        { text: describe(wheel.rimCondition) },
        { text: describe(wheel.rimMaterial) },
        { text: describe(wheel.hubcapCondition) },
        { text: getPhotoNumber(context, wheel.imageId) },
      ]),
    },
  ];
}

export function buildReadings(context: ReportContext): Block[] {
  const { messages, names, entities } = context;
  const documents = Object.values(entities.documents);
  if (documents.length === 0) return [];
  const { readingColumns: columns } = messages;
  return [
    { kind: 'heading', text: messages.readings },
    {
      kind: 'table',
      columns: [
        { heading: columns.type, width: 2 },
        { heading: columns.text, width: 6 },
        { heading: columns.photo, width: 1, align: 'right' },
      ],
      rows: documents.map((document) => [
        { text: names.document(document.type), bold: true },
        { text: describeReading(document, context) },
        { text: getPhotoNumber(context, document.imageId) },
      ]),
    },
  ];
}

/** Returns the text, its confidence, and the result of a VIN's check digit. */
function describeReading(document: Document, { messages, formats }: ReportContext): string {
  const { lines, checkDigit = '', confidence } = readDocument(document, formats.number);
  if (lines.length === 0) return messages.notReadable;
  const check = messages.vinChecks[checkDigit];
  return `${lines.join('\n')}${describeConfidence(confidence)}${check ? `\n${check}` : ''}`;
}
