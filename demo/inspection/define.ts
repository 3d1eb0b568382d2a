import { defineElements } from 'kerbside/elements';
import { CaptureStep } from './capture-step.ts';
import { DamageList } from './damage-list.ts';
import { DamageReview } from './damage-review.ts';
import { HandOver } from './hand-over.ts';
import { InspectionPage } from './inspection-page.ts';
import { MissingPlaces } from './missing-places.ts';
import { OtherPhotos } from './other-photos.ts';
import { PhotoViewer } from './photo-viewer.ts';
import { ReportStep } from './report-step.ts';
import { ResultsStep } from './results-step.ts';
import { TasksCard } from './tasks-card.ts';
import { VehicleCard } from './vehicle-card.ts';

const ELEMENTS = {
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
} as const;

export function definePage(): void {
  defineElements();
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
}
