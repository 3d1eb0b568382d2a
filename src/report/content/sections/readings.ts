import type { Document } from '../../../domain/document.ts';
import { whatWasRead } from '../../../domain/document-fields.ts';
import { isTold, isToldOf } from '../../../domain/wheel-prediction.ts';
import type { Block } from '../block-types.ts';
import { photoNumber, type Section } from '../section.ts';
import { sureness } from './parts.ts';

export function wheelBlocks(section: Section): Block[] {
  const { words, formats, entities } = section;
  const wheels = Object.values(entities.wheelAnalysis).filter(isToldOf);
  if (wheels.length === 0) return [];
  const { wheelColumns: names, wheelLabels } = words;
  const label = (said: { prediction: string; confidence: number }) =>
    `${wheelLabels[said.prediction] ?? said.prediction}${isTold(said) ? sureness(said.confidence) : ''}`;
  return [
    { kind: 'heading', text: words.wheels },
    {
      kind: 'table',
      columns: [
        { heading: names.wheel, width: 2 },
        { heading: names.rim, width: 2 },
        { heading: names.material, width: 2 },
        { heading: names.hubcap, width: 2 },
        { heading: names.photo, width: 1, align: 'right' },
      ],
      rows: wheels.map((wheel) => [
        { text: wheel.wheelName ? words.wheelNames[wheel.wheelName] : formats.part('wheel'), bold: true },
        { text: label(wheel.rimCondition) },
        { text: label(wheel.rimMaterial) },
        { text: label(wheel.hubcapCondition) },
        { text: photoNumber(section, wheel.imageId) },
      ]),
    },
  ];
}

export function textBlocks(section: Section): Block[] {
  const { words, entities } = section;
  const documents = Object.values(entities.documents);
  if (documents.length === 0) return [];
  const { textColumns: names } = words;
  return [
    { kind: 'heading', text: words.texts },
    {
      kind: 'table',
      columns: [
        { heading: names.kind, width: 2 },
        { heading: names.read, width: 6 },
        { heading: names.photo, width: 1, align: 'right' },
      ],
      rows: documents.map((document) => [
        { text: words.documentTypes[document.type] ?? document.type, bold: true },
        { text: contentOf(document, section) },
        { text: photoNumber(section, document.imageId) },
      ]),
    },
  ];
}

/** What was read, how sure the reader was, and whether a VIN's check digit is right. */
function contentOf(document: Document, { words, formats }: Section): string {
  const { lines, checkDigit = '', confidence } = whatWasRead(document, formats.number);
  if (lines.length === 0) return words.nothingRead;
  const check = words.vinChecks[checkDigit];
  return `${lines.join('\n')}${sureness(confidence)}${check ? `\n${check}` : ''}`;
}
