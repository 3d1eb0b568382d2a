import type { CreateDamage, Damage, Kerbside, PartType, SeverityResult, View } from 'kerbside';
import type { DrawnView } from 'kerbside/elements';

type Service = Pick<Kerbside, 'damages' | 'views' | 'severities'>;

/** The corrections of the user, as operations of the specification. It has no operation to change a damage. */

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

/** Changes the type or part of a damage: creates a new damage with the same views, then deletes the old one. */
export async function changeDamage(
  service: Service,
  inspectionId: string,
  damage: Damage,
  views: readonly View[],
  input: CreateDamage,
): Promise<string> {
  const damageId = await addDamage(service, inspectionId, input, views);
  await service.damages.deleteOne(inspectionId, damage.id);
  return damageId;
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
