export {
  compareInspections,
  type Inspected,
  type InspectionComparison,
} from './analysis/compare-inspections.ts';
export { ERROR_CODES, type ErrorCode, isKerbsideError, KerbsideError } from './errors.ts';
export type { Capabilities } from './inference/capabilities.ts';
export { ENGINE_NAMES, type EngineName } from './inference/engine.ts';
export type { EngineReport, ModelReport, ReportOptions } from './inference/engine-report.ts';
export type { WorkerFactories } from './inference/inference.ts';
export { type Kerbside, type KerbsideOptions, openKerbside } from './kerbside.ts';
export type { StorageApi, StorageUsage } from './operations/storage.ts';
export type { Sync, SyncFactory, SyncSurroundings } from './operations/sync-port.ts';
export type * from './platform/ports.ts';
export type { AnalysisImage, AnalysisRequest, Analyzer } from './service/analyzer.ts';
export type { User } from './service/context.ts';
export type { Coverage } from './service/coverage.ts';
export type { Estimator } from './service/estimator.ts';
export type { Findings, FoundDamage, FoundPart, FoundView } from './service/results.ts';
export type * from './spec/api.ts';
export type { CreateDamage, CreatedBy, Damage, Part } from './spec/damage.ts';
export type { Document } from './spec/document.ts';
export type { Answer, DeleteAnswer, Deleted, Entities, Kind, Kinds, Page } from './spec/entities.ts';
export * from './spec/enums.ts';
export {
  EVENT_TYPES,
  type EventOf,
  type EventType,
  type InspectionEvent,
  type KerbsideEvent,
} from './spec/events.ts';
export type {
  Acquisition,
  ComplianceResult,
  CreateImage,
  CreateImageInput,
  DamageArea,
  Image,
  ImageDetails,
} from './spec/image.ts';
export type {
  CreateInspection,
  CreateInspectionInput,
  Inspection,
  ListInspectionsInput,
  PdfInputData,
} from './spec/inspection.ts';
export { LIMITS } from './spec/limits.ts';
export type { ListInput, Paging } from './spec/paging.ts';
export type * from './spec/repair-estimate.ts';
export type { CreateSeverity, SeverityResult, UpdateSeverity } from './spec/severity.ts';
export type * from './spec/sync.ts';
export type { CreateTasks, Task, TaskError, TaskImage, UpdateTask } from './spec/task.ts';
export type { Vehicle, VehicleInput } from './spec/vehicle.ts';
export type { BoundingBox, CreateView, CreateViewInput, Polygon, View } from './spec/view.ts';
export type { Predicted, WheelAnalysis } from './spec/wheel-analysis.ts';
export { MemoryStore } from './store/memory-store.ts';
export type { Store } from './store/store.ts';
