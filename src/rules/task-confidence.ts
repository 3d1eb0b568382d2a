import type { JsonObject } from '../domain/fields.ts';
import type { Task } from '../domain/records/task.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import type { InspectionState } from './state.ts';

/** The share of results that must be right, as expected from their calibrated confidences. */
const MIN_EXPECTED_PRECISION = 0.8;
/** Labels by which a model states that it does not know. */
const UNKNOWN_LABELS: readonly unknown[] = ['UNKNOWN', 'NOT_APPLICABLE'];

type Confidence = Pick<Task, 'confidencePreExecution' | 'confidencePreExecutionStatus'>;

/**
 * Returns whether the photos of a task allow a reliable result: every assessed photo is compliant. Without an assessed photo
 * it is unknown.
 */
export function assessBeforeExecution(task: Task, { images }: InspectionState): Confidence {
  const isCompliant = images
    .filter(({ id, deletedAt }) => !deletedAt && task.images.some(({ imageId }) => imageId === id))
    .flatMap(({ compliances }) => Object.values(compliances).map((check) => check.is_compliant))
    .filter((one) => one !== null);
  if (isCompliant.length === 0) return { confidencePreExecutionStatus: 'NOT_STARTED' };
  return { confidencePreExecution: isCompliant.every(Boolean), confidencePreExecutionStatus: 'DONE' };
}

/**
 * Returns whether the results of a task are reliable. Confidences are calibrated: their mean is the share of results that is
 * expected to be right. If there are none, nothing was detected, and that is as reliable as the photos are.
 */
export function assessAfterExecution(
  task: Pick<Task, 'confidencePreExecution'>,
  result: AnalysisResult,
): Pick<Task, 'confidencePostExecution'> {
  const confidences = listConfidences(result);
  const mean = confidences.reduce((sum, one) => sum + one, 0) / confidences.length;
  const isReliable = confidences.length === 0 ? task.confidencePreExecution : mean >= MIN_EXPECTED_PRECISION;
  return isReliable === undefined ? {} : { confidencePostExecution: isReliable };
}

function listConfidences({ damages = [], wheelAnalysis = [], documents = [] }: AnalysisResult): number[] {
  const predictions = wheelAnalysis.flatMap((wheel) => Object.values<unknown>(wheel)).filter(isPrediction);
  return [
    ...damages.flatMap(({ confidence }) => confidence ?? []),
    ...predictions.map(({ confidence }) => confidence),
    ...documents.flatMap(({ content }) => readConfidence(content.fields) ?? []),
  ];
}

function isPrediction(value: unknown): value is { prediction: string; confidence: number } {
  if (typeof value !== 'object' || value === null || !('prediction' in value)) return false;
  return 'confidence' in value && !UNKNOWN_LABELS.includes(value.prediction);
}

/** The fields of a document have one confidence, if it is one reading. */
function readConfidence(fields: unknown): number | undefined {
  const { confidence } = (fields ?? {}) as JsonObject;
  return typeof confidence === 'number' ? confidence : undefined;
}
