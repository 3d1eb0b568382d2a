/** The permitted use of a model's weights: any purpose, or research and non-commercial use only. */
export const LICENCE_KINDS = ['free', 'research'] as const;
/** The permitted use of a model's weights: any purpose, or research and non-commercial use only. */
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** The fields of a model by which it is selected. */
interface LicensedModel {
  name: string;
  licenceKind?: LicenceKind;
  alternativeTo?: string;
}

/**
 * Returns the manifest with the models that an app may use. `free`: those for any purpose. `research`: all, without the
 * alternatives of models that are then listed themselves.
 */
export function selectByLicence<Manifest extends { models: LicensedModel[] }>(
  manifest: Manifest,
  licence: LicenceKind,
): Manifest {
  const allowed = manifest.models.filter(
    ({ licenceKind = 'free' }) => licence === 'research' || licenceKind === 'free',
  );
  const names = new Set(allowed.map(({ name }) => name));
  const models = allowed.filter(
    ({ alternativeTo }) => alternativeTo === undefined || !names.has(alternativeTo),
  );
  return { ...manifest, models };
}
