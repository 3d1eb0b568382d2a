import type { ComparisonStatus } from '../../analysis/compare/compare-inspections.ts';
import type { InspectionType } from '../../domain/enums.ts';
import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';

/** Every text of a report, one file per language. The names of damages, parts and so on are in `domain/names`. */
export interface Messages {
  title: string;
  preparedFor: string;
  inspection: string;
  vehicle: string;
  /** `{page}` and `{pages}` are replaced by numbers. */
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
  summary: Record<
    'damages' | 'added' | 'parts' | 'worst' | 'photos' | 'sides' | 'checked' | 'estimate',
    string
  >;
  /** Of the sides of the vehicle. */
  ofEight(sides: number): string;
  /** In place of the sides, if a person stated that the vehicle has no damage. */
  wholeVehicle: string;
  /** Explains the hatched parts of the drawing. */
  unseen: string;
  /** A label and its value, on one line with others. */
  labelled(label: string, value: string): string;
  /** Shown instead of a severity or a price if there is damage without one: "none" or 0 would mislead. */
  unknown: string;
  byPart: string;
  columns: Record<'part' | 'damage' | 'severity' | 'operation' | 'hours' | 'price', string>;
  noDamage: string;
  total: string;
  range(low: string, high: string): string;
  noEstimate: string;
  estimateNote(prices: string, vehicleClass: string): string;
  toReview: string;
  severityMeanings: Record<SeverityLevel, string>;
  /** The comparison with the earlier inspection. */
  comparison: {
    title(date: string): string;
    unreadableTitle: string;
    /** The earlier inspection cannot be read. */
    unreadable(inspectionId: string): string;
    /** The earlier inspection has no photos and no damages. */
    empty: string;
    /** The number of new damages if there is nothing to compare with. */
    unknown: string;
    /** Follows the name of a damage. */
    marks: Record<'new' | 'worse' | 'unclear', string>;
    driven: string;
    status: string;
    /** `unclearEarlier`: a damage of the earlier inspection that may be the same as one of this inspection. */
    statuses: Record<ComparisonStatus | 'unclearEarlier', string>;
    nothingNew: string;
    addedNote: string;
    worseNote: string;
    mayBeSameNote: string;
    unseenNote: string;
    /** Statements about earlier photos of new damages, which are given by their numbers. */
    evidence: Record<'shown' | 'otherSides' | 'unclear', (numbers: string) => string>;
    goneNote: string;
    earlierNotAnalysed: string;
    notAnalysed: string;
  };
  /** The sum of what is new, and the customer's signature. */
  signature: {
    title: string;
    sum: string;
    unpriced(count: number): string;
    signedAt(date: string): string;
    /** For screen readers. */
    description(name: string): string;
    /** The signature belongs to the state that the report shows. */
    current: string;
    changed: string;
  };
  photoPairs: Record<'title' | 'note' | 'before' | 'after', string>;
  photos: string;
  /** In place of the company's logo, if the client has no name. */
  logo: string;
  photoNotShown: string;
  noPhotos: string;
  wheels: string;
  wheelColumns: Record<'wheel' | 'rim' | 'material' | 'hubcap' | 'photo', string>;
  readings: string;
  readingColumns: Record<'type' | 'text' | 'photo', string>;
  notReadable: string;
  /** By the result of a VIN's check digit. */
  vinChecks: Partial<Record<string, string>>;
  provenance: string;
  photoColumns: Record<'photo' | 'added' | 'sha256', string>;
  creatorColumns: Record<'createdBy' | 'version' | 'engine' | 'licence' | 'damages', string>;
  user: string;
  /** The uses that the weights of a model allow. */
  licences: Record<'free' | 'research', string>;
  correctedFrom(detected: string): string;
  /** A damage of a model. */
  notConfirmed: string;
  hashNote: string;
  automaticNote: string;
  missingFontNote: string;
}
