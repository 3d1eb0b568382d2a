import { type NormalizedResponse, normalizedResponse } from '../domain/records/entities.ts';
import type { CreateSeverity, SeverityResult, UpdateSeverity } from '../domain/records/severity.ts';
import { createOperation } from './create-operation.ts';
import { addPart } from './parts.ts';
import { decide, type Rule } from './rule.ts';
import { replaceRecord, requireRecord } from './state.ts';

/** Records how serious a user considers a part's damage: level, price, repair or replace. */
export function createSeverity(input: CreateSeverity): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const { label, ...customSeverity } = input;
    const withLabel = addPart(state, label, 'user', () => context.newId());
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
      operations: [
        createOperation(context, inspectionId, 'severity.create', { severityId: severity.id, input }),
      ],
      events: [{ type: 'severity.created', inspectionId, severityId: severity.id }],
    });
  };
}

export function updateSeverity(severityId: string, input: UpdateSeverity): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const severity = requireRecord(state.severityResults, severityId, 'severity');
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
      { ...state, severityResults: replaceRecord(state.severityResults, next) },
      normalizedResponse({ severityResults: { [next.id]: next } }, next.id),
      {
        operations: [
          isCreatedByRules(severity)
            ? createOperation(context, inspectionId, 'severity.create', {
                severityId,
                input: { label: severity.label, ...customSeverity },
              })
            : createOperation(context, inspectionId, 'severity.update', { severityId, input }),
        ],
        events: [{ type: 'severity.updated', inspectionId, severityId }],
      },
    );
  };
}

/** The remote service does not have the severities that this device's rules created. */
function isCreatedByRules({ createdBy, isUserModified }: SeverityResult): boolean {
  return !isUserModified && createdBy !== 'user' && createdBy.engine === 'rules';
}
