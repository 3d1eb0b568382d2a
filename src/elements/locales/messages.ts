import type { PauseReason } from '../../domain/api/sync-status.ts';
import type { ComplianceReason, Viewpoint } from '../../domain/enums.ts';
import type { OperationKind } from '../../domain/outbox/operation.ts';

/** Every text of the elements, one file per language. The names of damages, parts and so on are in `domain/names`. */
export interface ElementMessages {
  photo: {
    photo(name: string): string;
    marks: string;
    zoomIn: string;
    zoomOut: string;
    notShown: string;
    drawBox: string;
    drawPolygon: string;
    drawingKeys: string;
    undo: string;
    finish: string;
    cancel: string;
    pointAt(x: number, y: number, count: number): string;
    adjustBox: string;
    adjustPolygon: string;
    adjustingKeys: string;
    wholeOutline: string;
    point(index: number, total: number): string;
    edge(index: number, total: number): string;
    removePoint: string;
    undoChange: string;
  };
  signature: Record<'name' | 'nameMissing' | 'hint' | 'empty' | 'drawn' | 'clear' | 'sign', string>;
  car: {
    choose: string;
    hint: string;
    damages(count: number): string;
    unplaced(count: number): string;
    /** How many of the eight sides no photo shows. */
    unseen(sides: number): string;
    notPhotographed: string;
  };
  capture: {
    sights: string;
    viewpoints: Record<Viewpoint, string>;
    wheel(name: string): string;
    texts: Record<'VIN' | 'PLATE' | 'ODOMETER', string>;
    take(sight: string): string;
    takeAgain(sight: string): string;
    fromFile(sight: string): string;
    retake: string;
    keep: string;
    goOn: string;
    good: string;
    checking: string;
    missing: string;
    done(count: number, total: number): string;
    position(index: number, total: number): string;
    torch: string;
    automatic: string;
    automaticShutter: string;
    lineUp(sight: string): string;
    shutter: string;
    chooseFile: string;
    /** The same in the bar of the camera, where there is little room. */
    file: string;
    close: string;
    faults: Record<'denied' | 'busy' | 'absent' | 'failed', string>;
    frontCamera: string;
    switchCamera: string;
    tryAgain: string;
    opening: string;
  };
  ring: {
    sides: string;
    states: Record<'missing' | 'poor' | 'good', string>;
    side(name: string, state: string): string;
    summary(covered: number, total: number, damages: number): string;
    found: string;
  };
  walk: {
    hint: string;
    record: string;
    choose: string;
    title: string;
    review: string;
    finish: string;
    reading: string;
    sides(covered: number, total: number): string;
    complete: string;
    accept(count: number): string;
    discard: string;
    earlier: string;
    later: string;
    notSeen: string;
    poor: string;
    problems: Partial<Record<ComplianceReason, string>>;
    nothing: string;
    noModel: string;
    noVideo: string;
    failed: string;
  };
  sync: {
    allSent: string;
    waiting(count: number): string;
    sending(count: number): string;
    blocked(count: number): string;
    titled(title: string, operation: string): string;
    ofOthers(count: number): string;
    toUpload(bytes: string): string;
    sendNow: string;
    retry: string;
    discard: string;
    discardQuestion: string;
    exportFirst: string;
    confirmDiscard: string;
    keep: string;
    export: string;
    paused: Record<PauseReason, string>;
    signIn: string;
    deletedAfter7Days: string;
    mayBeDeleted: string;
    installByHand: string;
    install: string;
    notNow: string;
    retrying: string;
    used(bytes: string): string;
    lastSuccess: string;
    never: string;
    operations: Record<OperationKind, string>;
    details: string;
    /** The label of the id that finds a request in the log of the service. */
    requestId: string;
    noService: string;
  };
}
