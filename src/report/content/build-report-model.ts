import { namesIn } from '../../domain/names/names.ts';
import { getVerdict } from '../../domain/verdict/verdict.ts';
import { messagesIn } from '../locales/language.ts';
import { listDamagedParts } from './damaged-parts.ts';
import { compareWithEarlier } from './earlier-inspection.ts';
import { createFormats } from './formats.ts';
import { findVehicle, listImages, type ReportContext, type ReportSubject } from './report-context.ts';
import type { ReportModel } from './report-model.ts';
import { buildComparison } from './sections/comparison.ts';
import { buildDamageTable } from './sections/damage-table.ts';
import { buildDiagram } from './sections/diagram.ts';
import { buildFacts, buildRemarks, buildTitle } from './sections/facts.ts';
import { buildPhotoPairs } from './sections/photo-pairs.ts';
import { buildPhotos } from './sections/photos.ts';
import { buildProvenance } from './sections/provenance.ts';
import { buildReadings, buildWheels } from './sections/readings.ts';
import { buildSignature } from './sections/signature.ts';
import { buildSummary } from './sections/summary.ts';
import { buildVerdict } from './sections/verdict.ts';

/**
 * Builds the content of a report.
 *
 * @throws RangeError if `entities` does not contain the inspection.
 */
export function buildReportModel({
  inspectionId,
  entities,
  earlier,
  alignments,
  options,
}: ReportSubject): ReportModel {
  const inspection = entities.inspections[inspectionId];
  if (!inspection) throw new RangeError(`The entities do not contain inspection ${inspectionId}.`);
  const messages = messagesIn(options.language);
  const formats = createFormats(options.language, options.timeZone);
  const context: ReportContext = {
    messages,
    names: namesIn(options.language),
    formats,
    entities,
    inspection,
    options,
    vehicle: findVehicle(inspection, entities),
    verdict: getVerdict(inspection, entities),
    damagedParts: listDamagedParts(entities),
    images: listImages(inspection, entities),
    earlier: compareWithEarlier(inspection, entities, earlier, alignments),
  };
  return {
    language: options.language,
    title: messages.title,
    createdAt: options.createdAt,
    footer: `${messages.inspection} ${inspectionId} · ${formats.dateTime(options.createdAt)}`,
    pageLabel: messages.page,
    missingFontNote: messages.missingFontNote,
    ...(options.logo && {
      logo: { bytes: options.logo, description: options.clientName ?? messages.logo },
    }),
    blocks: [
      buildTitle(context),
      buildVerdict(context),
      buildSummary(context),
      buildFacts(context),
      ...buildDiagram(context),
      ...buildRemarks(context),
      ...buildDamageTable(context),
      ...buildComparison(context),
      ...buildPhotoPairs(context),
      ...buildSignature(context),
      ...buildPhotos(context),
      ...buildWheels(context),
      ...buildReadings(context),
      ...buildProvenance(context),
    ],
  };
}
