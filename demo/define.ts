import { ComparePage } from './compare/compare-page.ts';
import { PhotoSlider } from './compare/photo-slider.ts';
import { NewInspection } from './create/new-inspection.ts';
import { CaptureStep } from './inspection/capture-step.ts';
import { DamageList } from './inspection/damage-list.ts';
import { DamageReview } from './inspection/damage-review.ts';
import { HandOver } from './inspection/hand-over.ts';
import { InspectionPage } from './inspection/inspection-page.ts';
import { MissingPlaces } from './inspection/missing-places.ts';
import { OtherPhotos } from './inspection/other-photos.ts';
import { PhotoViewer } from './inspection/photo-viewer.ts';
import { ReportStep } from './inspection/report-step.ts';
import { ResultsStep } from './inspection/results-step.ts';
import { TasksCard } from './inspection/tasks-card.ts';
import { VehicleCard } from './inspection/vehicle-card.ts';
import { InspectionList } from './list/inspection-list.ts';
import { Welcome } from './list/welcome.ts';
import { AppShell } from './shell/app-shell.ts';
import { Downloads } from './shell/downloads.ts';
import { StatusBar } from './shell/status-bar.ts';
import { ActivityLog } from './sync/activity-log.ts';
import { DeviceCard } from './sync/device-card.ts';
import { SyncPage } from './sync/sync-page.ts';

const ELEMENTS = {
  'app-shell': AppShell,
  'app-compare': ComparePage,
  'app-photo-slider': PhotoSlider,
  'app-new-inspection': NewInspection,
  'app-capture': CaptureStep,
  'app-damage-list': DamageList,
  'app-missing-places': MissingPlaces,
  'app-review': DamageReview,
  'app-hand-over': HandOver,
  'app-inspection': InspectionPage,
  'app-other-photos': OtherPhotos,
  'app-photo-viewer': PhotoViewer,
  'app-report': ReportStep,
  'app-results': ResultsStep,
  'app-tasks': TasksCard,
  'app-vehicle': VehicleCard,
  'app-inspection-list': InspectionList,
  'app-welcome': Welcome,
  'app-downloads': Downloads,
  'app-status-bar': StatusBar,
  'app-activity': ActivityLog,
  'app-device': DeviceCard,
  'app-sync': SyncPage,
} as const;

/** Registers the app's elements. */
export function defineApp(): void {
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
}
