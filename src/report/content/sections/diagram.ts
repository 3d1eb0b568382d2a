import { CAR_DIAGRAM, findDiagramPart, getPartViewpoint } from '../../../domain/car-diagram/car-diagram.ts';
import { describeSide } from '../../../domain/verdict/describe-verdict.ts';
import type { ReportContext } from '../report-context.ts';
import type { Block, DiagramMark } from '../report-model.ts';

/** Builds the drawing of the car with its damaged parts and unseen sides, and what is known of each side. */
export function buildDiagram(context: ReportContext): Block[] {
  const { damagedParts, images, messages, names, formats, verdict, options } = context;
  const parts = damagedParts.flatMap(({ part, level }): DiagramMark[] => {
    const shown = part && findDiagramPart(part.partType);
    return shown ? [{ partType: shown.partType, ...(level && { level }) }] : [];
  });
  if (parts.length === 0 && images.length === 0) return [];
  const list = parts.map(({ partType, level }) =>
    level ? `${names.part(partType)} (${names.severity(level)})` : names.part(partType),
  );
  const damaged = list.length > 0 ? [messages.labelled(messages.summary.parts, list.join(', '))] : [];
  const unseen = listUnseenParts(context);
  const describe = { language: options.language, formatTime: formats.dateTime };
  return [
    {
      kind: 'diagram',
      parts,
      unseen,
      sides: verdict.sides.map((side) => describeSide(side, describe)),
      description: [...damaged, ...(unseen.length > 0 ? [messages.unseen] : [])].join('. '),
    },
  ];
}

/** Returns the parts that are best seen from a side that no photo shows as a whole. */
function listUnseenParts({ verdict }: ReportContext): DiagramMark['partType'][] {
  const unseen = verdict.sides.filter(({ state }) => state === 'notPhotographed');
  const isUnseen = (partType: DiagramMark['partType']) =>
    unseen.some(({ viewpoint }) => viewpoint === getPartViewpoint(partType));
  return CAR_DIAGRAM.parts.map(({ partType }) => partType).filter(isUnseen);
}
