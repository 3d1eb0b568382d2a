import type { CreateDamage, Damage, Kerbside, PartType, SeverityResult, View } from 'kerbside';
import type { DrawnView } from 'kerbside/elements';

type Service = Pick<Kerbside, 'damages' | 'views' | 'severities'>;

/** What a person says of an inspection, as operations of the specification: it has no way to change a damage. */

export async function addDamage(
  { damages, views }: Service,
  inspectionId: string,
  input: CreateDamage,
  drawn: readonly (DrawnView & { imageId: string })[] = [],
): Promise<string> {
  const { result: damageId } = await damages.createOne(inspectionId, input);
  for (const { imageId, polygons, boundingBox } of drawn) {
    await views.createOne(inspectionId, { imageId, damageId, polygons, boundingBox });
  }
  return damageId;
}

/** Another type or part: a new damage at the old one's places, then the old one goes. */
export async function changeDamage(
  service: Service,
  inspectionId: string,
  damage: Damage,
  seen: readonly View[],
  input: CreateDamage,
): Promise<string> {
  const damageId = await addDamage(service, inspectionId, input, seen);
  await service.damages.deleteOne(inspectionId, damage.id);
  return damageId;
}

/** A person's word on a part goes before the rules'. */
export async function setSeverity(
  { severities }: Service,
  inspectionId: string,
  part: PartType,
  known: readonly SeverityResult[],
  level: 1 | 2 | 3,
): Promise<void> {
  const ofPart = known.filter(({ label }) => label === part);
  const said = ofPart.findLast(({ isUserModified }) => isUserModified) ?? ofPart.at(-1);
  if (said) await severities.updateOne(inspectionId, said.id, { level });
  else await severities.createOne(inspectionId, { label: part, level });
}
