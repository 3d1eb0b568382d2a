import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { createDamage } from '../domain/damage.ts';
import { createSeverity, updateSeverity } from '../domain/severity.ts';
import { createView } from '../domain/view.ts';
import { createDamage as createDamageRule, deleteDamage } from '../rules/damages.ts';
import {
  createSeverity as createSeverityRule,
  updateSeverity as updateSeverityRule,
} from '../rules/severities.ts';
import { createView as createViewRule, deleteView } from '../rules/views.ts';
import { addPhoto } from './add-photo.ts';
import type { Host } from './host.ts';

/** What a person corrects after a model has spoken: damages, where they are seen, and how bad they are. */
export function correctionOperations(host: Host): Pick<InspectionApi, 'views' | 'damages' | 'severities'> {
  const { changes } = host;
  return {
    damages: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const rule = createDamageRule(check(createDamage, input, 'damage'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
      async deleteOne(inspectionId, damageId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(damageId, 'damageId')];
        return changes.apply(id, deleteDamage(wanted), checkOptions(options).signal);
      },
    },

    views: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const checked = check(createView, input, 'view');
        const { taken: source, rest } = takeOption(options, 'photo');
        const { signal } = checkOptions(rest);
        if (!checked.newImage) return changes.apply(id, createViewRule(checked), signal);
        const photo = source as PhotoSource | undefined; // checked when it is taken in
        const given = { source: photo, acquisition: checked.newImage.acquisition, signal };
        return addPhoto(host, id, given, (taken) => createViewRule(checked, taken));
      },
      async deleteOne(inspectionId, viewId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(viewId, 'viewId')];
        return changes.apply(id, deleteView(wanted), checkOptions(options).signal);
      },
    },

    severities: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const rule = createSeverityRule(check(createSeverity, input, 'severity'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
      async updateOne(inspectionId, severityId, input, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(severityId, 'severityId')];
        const rule = updateSeverityRule(wanted, check(updateSeverity, input, 'severity'));
        return changes.apply(id, rule, checkOptions(options).signal);
      },
    },
  };
}
