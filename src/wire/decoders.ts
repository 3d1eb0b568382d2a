/** What reads responses. A client loads it with the first response that it has to read: sending needs only ids. */
export { decodeImage } from './image.ts';
export { fromWireInspection } from './inspection.ts';
export { fromWireCount, fromWireImagePage, fromWireInspectionPage } from './page.ts';
export { fromWirePdf } from './pdf.ts';
export { decodeTask, fromWireTasks } from './task.ts';
