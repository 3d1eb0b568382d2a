import type { CorrectDamage, CreateDamage } from '../records/damage.ts';
import type { Deleted, DeleteResponse, NormalizedResponse } from '../records/entities.ts';
import type { CreateSeverity, UpdateSeverity } from '../records/severity.ts';
import type { CreateViewInput } from '../records/view.ts';
import type { CallOptions, PhotoSource } from './call-arguments.ts';

/** Options of `views.createOne`. */
export interface CreateViewOptions extends CallOptions {
  /** The photo of `input.newImage`. */
  photo?: PhotoSource | undefined;
}

/** Adds and deletes views: where a damage is visible on an image. */
export interface ViewsApi {
  /**
   * Adds a view of a damage, on an image of the inspection (`imageId`) or on a new one (`newImage`).
   *
   * @returns The view, and the new image if there is one. `result` is the view's id.
   * @throws `not_found` if the damage or image does not exist, `invalid_input` if the view is outside the image,
   * `photo_invalid`, `photo_too_large` or `photo_unavailable` if the new photo cannot be used.
   * @example
   * ```ts
   * await kerbside.views.createOne(id, {
   *   damageId,
   *   imageId,
   *   boundingBox: { xmin: 120, ymin: 80, width: 60, height: 40 },
   * });
   * ```
   */
  createOne(
    inspectionId: string,
    input: CreateViewInput,
    options?: CreateViewOptions,
  ): Promise<NormalizedResponse>;
  /**
   * Deletes a view.
   *
   * @throws `not_found`
   */
  deleteOne(inspectionId: string, viewId: string, options?: CallOptions): Promise<DeleteResponse<'views'>>;
}

/** Adds and deletes damages. */
export interface DamagesApi {
  /**
   * Adds a damage that the models did not detect.
   *
   * @returns The damage. `result` is its id.
   * @throws `not_found` if the inspection does not exist.
   * @example
   * ```ts
   * const { result: damageId } = await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
   * ```
   */
  createOne(inspectionId: string, input: CreateDamage, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Deletes a damage and its views.
   *
   * @returns The deleted damage with the ids of its parts.
   * @throws `not_found`
   */
  deleteOne(
    inspectionId: string,
    damageId: string,
    options?: CallOptions,
  ): Promise<DeleteResponse<'damages', Deleted & { parts: string[] }>>;
}

/** Adds, deletes, restores, corrects and confirms damages on this device. */
export interface DeviceDamagesApi extends DamagesApi {
  /**
   * Changes the type or part of a damage. The corrected damage has the same views, and keeps what the model detected in
   * `correctedFrom`. It replaces the damage under a new id: the specification can create and delete damages, but not
   * change them.
   *
   * @returns The corrected damage. `result` is its id.
   * @throws `not_found`
   * @example
   * ```ts
   * const { result: correctedId } = await kerbside.damages.correctOne(id, damageId, { partType: 'fender_front_left' });
   * ```
   */
  correctOne(
    inspectionId: string,
    damageId: string,
    input: CorrectDamage,
    options?: CallOptions,
  ): Promise<NormalizedResponse>;
  /**
   * Takes back `deleteOne` or `correctOne`: the damage is again what it was before, with the same id, origin, confidence and
   * views. If the service has already deleted it, it is created there again.
   *
   * @param correctedId - The damage that `correctOne` returned, to take back a correction. It is removed.
   * @returns The damage. `result` is its id.
   * @throws `not_found`
   * @example
   * ```ts
   * await kerbside.damages.deleteOne(id, damageId);
   * await kerbside.damages.restoreOne(id, damageId);
   * ```
   */
  restoreOne(
    inspectionId: string,
    damageId: string,
    correctedId?: string,
    options?: CallOptions,
  ): Promise<NormalizedResponse>;
  /**
   * Confirms the damage of a model: estimates include it whatever its confidence, and results of the service do not
   * remove it. The specification has no such operation, so it is not sent.
   *
   * @param isConfirmed - False takes the confirmation back.
   * @returns The damage.
   * @throws `not_found`
   */
  confirmOne(
    inspectionId: string,
    damageId: string,
    isConfirmed?: boolean,
    options?: CallOptions,
  ): Promise<NormalizedResponse>;
}

/** Adds and changes severities: how serious a user considers the damage of a part. */
export interface SeveritiesApi {
  /**
   * Adds a severity for a part.
   *
   * @returns The severity. `result` is its id.
   * @throws `not_found` if the inspection does not exist.
   */
  createOne(inspectionId: string, input: CreateSeverity, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Changes a severity. Fields that are left out keep their value.
   *
   * @returns The severity.
   * @throws `not_found`
   */
  updateOne(
    inspectionId: string,
    severityId: string,
    input: UpdateSeverity,
    options?: CallOptions,
  ): Promise<NormalizedResponse>;
}
