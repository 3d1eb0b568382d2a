import type { CreateDamage, Kerbside, PartType, SeverityResult, View } from 'kerbside';
import type { DrawnView } from 'kerbside/elements';

type Service = Pick<Kerbside, 'damages' | 'views' | 'severities'>;

export async function addDamage(
  { damages, views }: Service,
  inspectionId: string,
  input: CreateDamage,
  outlines: readonly (DrawnView & { imageId: string })[] = [],
): Promise<string> {
  const { result: damageId } = await damages.createOne(inspectionId, input);
  for (const { imageId, polygons, boundingBox } of outlines) {
    await views.createOne(inspectionId, { imageId, damageId, polygons, boundingBox });
  }
  return damageId;
}

/** Replaces the outline of a view. The new one is added first: if a step fails, one is left. */
export async function changeView(
  { views }: Service,
  inspectionId: string,
  { id, imageId, damageId }: View,
  { polygons, boundingBox }: DrawnView,
): Promise<void> {
  await views.createOne(inspectionId, { imageId, damageId, polygons, boundingBox });
  await views.deleteOne(inspectionId, id);
}

/** Sets the severity of a part. It takes precedence over that of the rules. */
export async function setSeverity(
  { severities }: Service,
  inspectionId: string,
  part: PartType,
  results: readonly SeverityResult[],
  level: 1 | 2 | 3,
): Promise<void> {
  const ofPart = results.filter(({ label }) => label === part);
  const current = ofPart.findLast(({ isUserModified }) => isUserModified) ?? ofPart.at(-1);
  if (current) await severities.updateOne(inspectionId, current.id, { level });
  else await severities.createOne(inspectionId, { label: part, level });
}
