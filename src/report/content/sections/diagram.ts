import { findDiagramPart } from '../../../domain/car-diagram/car-diagram.ts';
import type { ReportContext } from '../report-context.ts';
import type { Block, DiagramMark } from '../report-model.ts';

/** Builds the drawing of the car with its damaged parts; nothing if no damage has a place on it. */
export function buildDiagram({ damagedParts, messages, names }: ReportContext): Block[] {
  const parts = damagedParts.flatMap(({ part, level }): DiagramMark[] => {
    const shown = part && findDiagramPart(part.partType);
    return shown ? [{ partType: shown.partType, ...(level && { level }) }] : [];
  });
  if (parts.length === 0) return [];
  const list = parts.map(({ partType, level }) =>
    level ? `${names.part(partType)} (${names.severity(level)})` : names.part(partType),
  );
  return [
    { kind: 'diagram', parts, description: messages.labelled(messages.summary.parts, list.join(', ')) },
  ];
}
