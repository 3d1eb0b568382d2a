import type { PartKind } from '../../analysis/estimate/part-kinds.ts';
import type { DamageType, InspectionType, WheelName } from '../../domain/enums.ts';
import type { PartOperationName, ReviewReason, SeverityLevel } from '../../domain/repair-estimate.ts';
import type { SinceThen } from '../content/section.ts';
import type { Evidence } from '../content/then-and-now.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

export const REPORT_LANGUAGES = ['en', 'fr'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** Every text of a report, one file for each language. */
export interface Words {
  title: string;
  preparedFor: string;
  inspection: string;
  vehicle: string;
  /** `{page}` and `{pages}` stand for the numbers. */
  page: string;
  fields: Record<
    | 'brand'
    | 'plate'
    | 'vin'
    | 'vehicleType'
    | 'color'
    | 'mileage'
    | 'marketValue'
    | 'dateOfCirculation'
    | 'inspectionType'
    | 'createdAt'
    | 'accidentNature'
    | 'agent'
    | 'company'
    | 'owner'
    | 'address'
    | 'phone'
    | 'email'
    | 'dateOfStart'
    | 'dateOfValidation'
    | 'vinOrRegistering',
    string
  >;
  inspectionTypes: Record<InspectionType, string>;
  comment: string;
  summary: Record<'damages' | 'added' | 'parts' | 'worst' | 'photos' | 'estimate', string>;
  none: string;
  /** A value after its name, on one line with others. */
  labelled(label: string, value: string): string;
  /** Where a severity or a sum would mislead: there is damage, and nobody has judged it. */
  unknown: string;
  byPart: string;
  columns: Record<'part' | 'damage' | 'severity' | 'operation' | 'hours' | 'price', string>;
  noPart: string;
  noDamage: string;
  total: string;
  range(low: string, high: string): string;
  noEstimate: string;
  estimateNote(prices: string, vehicleClass: string): string;
  toReview: string;
  reviewReasons: Record<ReviewReason, string>;
  severities: Record<SeverityLevel, string>;
  severityMeanings: Record<SeverityLevel, string>;
  operations: Record<PartOperationName, string>;
  damageTypes: Record<DamageType, string>;
  partKinds: Record<PartKind, string>;
  /** Where on the vehicle a part is; the words that part types end in. */
  positions: Record<string, string>;
  /** What an earlier inspection says of this one. */
  since: {
    title(date: string): string;
    unreadTitle: string;
    /** Where the earlier one can not be read. */
    unread(inspectionId: string): string;
    /** Where it has neither photos nor damages. */
    bare: string;
    notKnown: string;
    /** After a damage's name. */
    marks: Record<'added' | 'unclear', string>;
    driven: string;
    status: string;
    /** `unclearThen`: of the earlier inspection, and perhaps one of this one's. */
    statuses: Record<SinceThen | 'gone' | 'unclearThen', string>;
    nothingNew: string;
    addedNote: string;
    unclearNote: string;
    /** Of new damages, by their numbers: what the earlier photos say of them. */
    evidence: Record<Evidence, (numbers: string) => string>;
    goneNote: string;
    unsearchedThen: string;
    unsearchedNow: string;
  };
  thenAndNow: Record<'title' | 'note' | 'before' | 'after', string>;
  photos: string;
  photoNotShown: string;
  noPhotos: string;
  wheels: string;
  wheelColumns: Record<'wheel' | 'rim' | 'material' | 'hubcap' | 'photo', string>;
  wheelNames: Record<WheelName, string>;
  wheelLabels: Record<string, string>;
  texts: string;
  textColumns: Record<'kind' | 'read' | 'photo', string>;
  nothingRead: string;
  /** By what is said of a VIN's check digit. */
  vinChecks: Partial<Record<string, string>>;
  documentTypes: Record<string, string>;
  made: string;
  madeColumns: Record<'photo' | 'taken' | 'sha256', string>;
  modelColumns: Record<'what' | 'version' | 'engine', string>;
  byPerson: string;
  hashNote: string;
  automaticNote: string;
}

export function wordsOf(language: ReportLanguage): Words {
  return language === 'fr' ? fr : en;
}
