import { type NormalizedResponse, normalizedResponse } from '../domain/entities.ts';
import { operation } from '../domain/operation.ts';
import type { CreateSeverity, SeverityResult, UpdateSeverity } from '../domain/severity.ts';
import { decide, type Rule } from './decision.ts';
import { withPart } from './parts.ts';
import { present, replaced } from './state.ts';

/** A person's word on how bad a part is: level, price, repair or replace. */
export function createSeverity(input: CreateSeverity): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const { label, ...customSeverity } = input;
    const withLabel = withPart(state, label, 'user', () => context.newId());
    const part = withLabel.parts.find((candidate) => candidate.partType === label);
    const severity: SeverityResult = {
      id: context.newId(),
      label,
      isUserModified: true,
      relatedItemType: 'part',
      ...(part && { relatedItemId: part.id }),
      createdBy: 'user',
      value: { customSeverity: customSeverity },
    };
    const next = { ...withLabel, severityResults: [...withLabel.severityResults, severity] };
    return decide(next, normalizedResponse({ severityResults: { [severity.id]: severity } }, severity.id), {
      operations: [operation(context, inspectionId, 'severity.create', { severityId: severity.id, input })],
      events: [{ type: 'severity.created', inspectionId, severityId: severity.id }],
    });
  };
}

export function updateSeverity(severityId: string, input: UpdateSeverity): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const severity = present(state.severityResults, severityId, 'severity');
    const { pricing: _old, ...rest } = severity.value.customSeverity;
    const pricing = input.pricing === undefined ? severity.value.customSeverity.pricing : input.pricing;
    const customSeverity = {
      ...rest,
      ...(input.level !== undefined && { level: input.level }),
      ...(input.repairOperation !== undefined && { repairOperation: input.repairOperation }),
      ...(pricing !== undefined && pricing !== null && { pricing }),
    };
    const next: SeverityResult = { ...severity, isUserModified: true, value: { customSeverity } };
    return decide(
      { ...state, severityResults: replaced(state.severityResults, next) },
      normalizedResponse({ severityResults: { [next.id]: next } }, next.id),
      {
        operations: [
          isOwnRules(severity)
            ? operation(context, inspectionId, 'severity.create', {
                severityId,
                input: { label: severity.label, ...customSeverity },
              })
            : operation(context, inspectionId, 'severity.update', { severityId, input }),
        ],
        events: [{ type: 'severity.updated', inspectionId, severityId }],
      },
    );
  };
}

/** The remote service has never heard of a severity that this device's rules gave. */
function isOwnRules({ createdBy, isUserModified }: SeverityResult): boolean {
  return !isUserModified && createdBy !== 'user' && createdBy.engine === 'rules';
}
