import type { Document } from '../../spec/document.ts';
import type { Block } from '../blocks.ts';
import { photoNumber, type Section } from '../section.ts';
import { sureness } from './parts.ts';

/** What says nothing of the wheel; how sure of that one is says nothing either. */
const UNTOLD: readonly string[] = ['UNKNOWN', 'NOT_APPLICABLE'];

export function wheelBlocks(section: Section): Block[] {
  const { words, formats, entities } = section;
  const wheels = Object.values(entities.wheelAnalysis);
  if (wheels.length === 0) return [];
  const { wheelColumns: names, wheelLabels } = words;
  const label = ({ prediction, confidence }: { prediction: string; confidence: number }) =>
    `${wheelLabels[prediction] ?? prediction}${UNTOLD.includes(prediction) ? '' : sureness(confidence)}`;
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
        { text: contentOf(document) },
        { text: photoNumber(section, document.imageId) },
      ]),
    },
  ];
}

/** What was read, field by field; numbers that say how sure the reader was go with it. */
function contentOf({ content }: Document): string {
  const fields = Object.entries(content).filter(([, value]) => value !== null && typeof value !== 'object');
  if (fields.length === 1) return String(fields[0]?.[1]);
  return fields.map(([name, value]) => `${name}: ${String(value)}`).join('\n');
}
