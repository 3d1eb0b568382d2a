/**
 * Vehicle inspection on the device: records and photos in IndexedDB, models in web workers, an outbox that replays to a
 * remote service. Start at {@link openKerbside}.
 *
 * @packageDocumentation
 */
export type { Alignment } from './analysis/align/align-photos.ts';
export type { Homography, ImagePoint } from './analysis/align/homography.ts';
export {
  COMPARISON_STATUSES,
  type ComparedDamage,
  type ComparisonStatus,
  compareInspections,
  type UnclearReason,
} from './analysis/compare/compare-inspections.ts';
export { UNSEEN_REASONS, type UnseenReason } from './analysis/compare/could-show.ts';
export type { ComparableInspection } from './analysis/compare/located-damage.ts';
export type { PhotoAlignment } from './analysis/compare/photo-alignment.ts';
export type * from './domain/api/inspection-api.ts';
export type * from './domain/api/sync-status.ts';
export {
  type ComparisonReview,
  type DamageDecision,
  DECIDED_STATUSES,
  type DecidedStatus,
  readComparisonReview,
  type Signature,
  type SignedComparison,
  type SignedDamage,
} from './domain/comparison-review.ts';
export * from './domain/enums.ts';
export {
  EVENT_TYPES,
  type EventOf,
  type EventType,
  type InspectionEvent,
  type KerbsideEvent,
  type UnfinishedInspection,
} from './domain/events.ts';
export type { JsonObject } from './domain/fields.ts';
export { LIMITS } from './domain/limits.ts';
export type {
  AwaitedTask,
  Delivery,
  DeliveryHistory,
  OutboxChange,
  RemoteId,
} from './domain/outbox/delivery.ts';
export type { Operation, OperationPayloads, Restorable, StoredOperation } from './domain/outbox/operation.ts';
export type { ListInput, ListOptions, Paging, Slice } from './domain/paging.ts';
export type { CreatedBy } from './domain/records/created-by.ts';
export type { CorrectDamage, CreateDamage, Damage, DamageOrigin, Part } from './domain/records/damage.ts';
export type { DetectionLimit, PhotoScale, ScaleCue, SizeLimit } from './domain/records/detection-limit.ts';
export { type Document, type Reading, readDocument } from './domain/records/document.ts';
export type {
  Deleted,
  DeleteResponse,
  Entities,
  Kind,
  Kinds,
  NormalizedResponse,
  Page,
} from './domain/records/entities.ts';
export { getRecord, getRecords } from './domain/records/entities.ts';
export type {
  Acquisition,
  ComplianceResult,
  CompliancesInput,
  CreateImage,
  CreateImageInput,
  DamageArea,
  DetailedViewpoint,
  Image,
  ImageDetails,
  ImageTask,
  ImageTaskInput,
} from './domain/records/image.ts';
export type {
  ConfirmInspection,
  CreateInspection,
  CreateInspectionInput,
  Inspection,
  ListInspectionsInput,
  PdfInputData,
  UpdateInspection,
} from './domain/records/inspection.ts';
export { COMPARISON_KEY, CONFIRMATIONS_KEY } from './domain/records/inspection.ts';
export type * from './domain/records/repair-estimate.ts';
export { isUnpriced } from './domain/records/repair-estimate.ts';
export type { CreateSeverity, SeverityResult, UpdateSeverity } from './domain/records/severity.ts';
export type {
  CreateTasks,
  CreateTasksInput,
  DamageDetectionInput,
  Reanalysis,
  RepairEstimateInput,
  Task,
  TaskCallback,
  TaskError,
  TaskImage,
  TaskInput,
  UpdateTask,
  WheelAnalysisInput,
} from './domain/records/task.ts';
export type { MarketValue, Mileage, Vehicle, VehicleInput } from './domain/records/vehicle.ts';
export type {
  BoundingBox,
  CreateView,
  CreateViewImage,
  CreateViewInput,
  Polygon,
  View,
} from './domain/records/view.ts';
export {
  hasWheelPrediction,
  type Predicted,
  showsConfidence,
  type WheelAnalysis,
} from './domain/records/wheel-analysis.ts';
export type { Sight, TextSight } from './domain/sights/sight.ts';
export type {
  AnalysisResult,
  Coverage,
  DetectedDamage,
  DetectedPart,
  DetectedView,
} from './domain/task/analysis-result.ts';
export type { AnalysisImage, AnalysisRequest, Analyzer, ImageMetadata } from './domain/task/analyzer.ts';
export { type AnalysisOutcome, getAnalysisOutcome } from './domain/verdict/analysis-outcome.ts';
export {
  type Confirmation,
  type ConfirmedPhoto,
  getPhotoConfirmation,
} from './domain/verdict/confirmations.ts';
export {
  describeSide,
  describeVerdict,
  nameOutcome,
  summarizeVerdict,
  type VerdictTextOptions,
} from './domain/verdict/describe-verdict.ts';
export {
  DETECTION_GOAL_CM,
  getVehicleSides,
  type SideRecords,
  type VehicleSide,
  type VehicleSideState,
} from './domain/verdict/vehicle-sides.ts';
export { getVerdict, type Verdict } from './domain/verdict/verdict.ts';
export {
  ERROR_CODES,
  type ErrorCode,
  isKerbsideError,
  KerbsideError,
  type KerbsideErrorOptions,
} from './errors.ts';
export { type Kerbside, type KerbsideLimits, type KerbsideOptions, openKerbside } from './kerbside.ts';
export type { ImportResponse } from './operations/archive/import-inspection.ts';
export type { StorageApi } from './operations/storage.ts';
export type { StorageUsage } from './operations/storage-usage.ts';
export type { LogFields, Logger } from './operations/support/logger.ts';
export type * from './operations/support/support-bundle-types.ts';
export type { SyncFactory } from './operations/sync-port.ts';
export type * from './platform/ports.ts';
export type { Estimator } from './rules/estimator.ts';
export type { RuleContext, StoredPhoto, UploadedBytes, User } from './rules/rule.ts';
export type {
  DamageRecord,
  ImageRecord,
  InspectionRecord,
  InspectionState,
  PartRecord,
} from './rules/state.ts';
export { MemoryStore } from './store/memory-store.ts';
export type { OutboxEntry } from './store/outbox-entry.ts';
export type { InspectionOutbox, OutboxCounts, OutboxSequences, OutboxStore } from './store/outbox-store.ts';
export type {
  Commit,
  ListQuery,
  LoadedInspection,
  OperationQuery,
  Scope,
  Store,
  StoreCounts,
} from './store/store.ts';
