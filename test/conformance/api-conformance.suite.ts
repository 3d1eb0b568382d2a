import { describe } from 'vitest';
import type { ApiUnderTest } from './api-under-test.ts';
import { confirmationConformance } from './confirmations.suite.ts';
import { correctionConformance } from './corrections.suite.ts';
import { deletionConformance } from './deletion.suite.ts';
import { imagePageConformance } from './image-pages.suite.ts';
import { imageConformance } from './images.suite.ts';
import { inspectionListConformance } from './inspection-lists.suite.ts';
import { inspectionConformance } from './inspections.suite.ts';
import { taskConformance } from './tasks.suite.ts';
import { vehicleAndPdfConformance } from './vehicle-and-pdf.suite.ts';
import { viewConformance } from './views.suite.ts';

/**
 * Tests sections 2 to 4 and 8 of the specification through the interface that every host offers. It uses nothing behind
 * that interface, so it runs against the device, the remote client and the reference server.
 */
export function apiConformance(name: string, service: ApiUnderTest): void {
  describe(`the specification, on ${name}`, () => {
    inspectionConformance(service);
    inspectionListConformance(service);
    vehicleAndPdfConformance(service);
    taskConformance(service);
    imageConformance(service);
    imagePageConformance(service);
    correctionConformance(service);
    viewConformance(service);
    confirmationConformance(service);
    deletionConformance(service);
  });
}
