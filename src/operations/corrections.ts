import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import type { DeviceDamagesApi } from '../domain/correction-api.ts';
import { correctDamageSchema, createDamageSchema } from '../domain/damage.ts';
import { createSeveritySchema, updateSeveritySchema } from '../domain/severity.ts';
import {
  confirmDamage,
  correctDamage,
  createDamage as createDamageRule,
  deleteDamage,
  restoreDamage,
} from '../rules/damages.ts';
import {
  createSeverity as createSeverityRule,
  updateSeverity as updateSeverityRule,
} from '../rules/severities.ts';
import type { Host } from './host.ts';
import { viewOperations } from './views.ts';

/** The operations with which a user corrects a model's results. */
export type CorrectionOperations = Pick<InspectionApi, 'severities' | 'views'> & {
  damages: DeviceDamagesApi;
};

/** Creates the operations with which a user corrects a model's results: damages, their views and severities. */
export function correctionOperations(host: Host): CorrectionOperations {
  const { changes } = host;
  return {
    damages: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const rule = createDamageRule(check(createDamageSchema, input, 'damage'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
      async deleteOne(inspectionId, damageId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(damageId, 'damageId')];
        return changes.apply(id, deleteDamage(wanted), checkOptions(options).signal);
      },
      async correctOne(inspectionId, damageId, input, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(damageId, 'damageId')];
        const rule = correctDamage(wanted, check(correctDamageSchema, input, 'damage'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
      async restoreOne(inspectionId, damageId, correctedId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(damageId, 'damageId')];
        const corrected = correctedId === undefined ? undefined : checkId(correctedId, 'correctedId');
        return changes.apply(id, restoreDamage(wanted, corrected), checkOptions(options).signal);
      },
      async confirmOne(inspectionId, damageId, isConfirmed = true, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(damageId, 'damageId')];
        return changes.apply(id, confirmDamage(wanted, Boolean(isConfirmed)), checkOptions(options).signal);
      },
    },

    views: viewOperations(host),

    severities: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const rule = createSeverityRule(check(createSeveritySchema, input, 'severity'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
      async updateOne(inspectionId, severityId, input, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(severityId, 'severityId')];
        const rule = updateSeverityRule(wanted, check(updateSeveritySchema, input, 'severity'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
    },
  };
}
