import * as v from 'valibot';
import { id } from '../fields.ts';
import { correctDamageSchema, createDamageSchema } from '../records/damage.ts';
import { createSeveritySchema, updateSeveritySchema } from '../records/severity.ts';
import { createViewSchema } from '../records/view.ts';
import { photo } from './api-arguments.ts';
import { call, callsOf } from './call-arguments.ts';
import type { DamagesApi, DeviceDamagesApi, SeveritiesApi, ViewsApi } from './correction-api.ts';

/** Apart from the other calls: an app that only records loads these on demand. */

const ofInspection = { inspectionId: id };
const ofDamage = { inspectionId: id, damageId: id };
const isConfirmed = (value: unknown = true): boolean => Boolean(value);

/** The arguments of `damages`. */
export const DAMAGE_CALLS = callsOf<DamagesApi>()({
  createOne: call({ ...ofInspection, damage: createDamageSchema }),
  deleteOne: call(ofDamage),
});

/** The arguments of `damages` on a device. */
export const DEVICE_DAMAGE_CALLS = callsOf<DeviceDamagesApi>()({
  ...DAMAGE_CALLS,
  correctOne: call({ ...ofDamage, damage: correctDamageSchema }),
  restoreOne: call({ ...ofDamage, correctedId: v.optional(id) }),
  confirmOne: call({ ...ofDamage, isConfirmed }),
});

/** The arguments of `views`. */
export const VIEW_CALLS = callsOf<ViewsApi>()({
  createOne: call({ ...ofInspection, view: createViewSchema }, undefined, { photo }),
  deleteOne: call({ ...ofInspection, viewId: id }),
});

/** The arguments of `severities`. */
export const SEVERITY_CALLS = callsOf<SeveritiesApi>()({
  createOne: call({ ...ofInspection, severity: createSeveritySchema }),
  updateOne: call({ ...ofInspection, severityId: id, severity: updateSeveritySchema }),
});
