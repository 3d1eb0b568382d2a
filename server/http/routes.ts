import { ROUTES, type Route, type RouteName } from '../../src/wire/routes.ts';
import type { Endpoint } from './endpoint.ts';
import * as corrections from './endpoints/corrections.ts';
import * as images from './endpoints/images.ts';
import * as inspections from './endpoints/inspections.ts';
import * as pdf from './endpoints/pdf.ts';
import * as tasks from './endpoints/tasks.ts';

/** Prefix of every path: the version of the API. */
export const BASE_PATH = '/v1';

/** The endpoint of each route of the specification. The compiler checks that none is missing. */
const ENDPOINTS: Record<RouteName, Endpoint> = {
  createInspection: inspections.createOne,
  listInspections: inspections.getMany,
  countInspections: inspections.count,
  getInspection: inspections.getOne,
  updateInspection: inspections.updateOne,
  deleteInspection: inspections.deleteOne,
  addPdfData: inspections.addPdfData,
  updateVehicle: inspections.updateVehicle,
  listTasks: tasks.getMany,
  getTask: tasks.getOne,
  updateTask: tasks.updateOne,
  addImage: images.addOne,
  listImages: images.getMany,
  getImage: images.getOne,
  deleteImage: images.deleteOne,
  getPhoto: images.photo,
  createView: corrections.createView,
  deleteView: corrections.deleteView,
  createDamage: corrections.createDamage,
  deleteDamage: corrections.deleteDamage,
  createSeverity: corrections.createSeverity,
  updateSeverity: corrections.updateSeverity,
  requestPdf: pdf.request,
  getPdf: pdf.get,
};

/** The target of `pdf_url`. Not in the specification: clients only follow the link. */
const PDF_FILE: Route = { method: 'GET', path: '/inspections/{inspection_id}/pdf/file' };

/** Paths with fewer placeholders come first: `/inspections/count` before `/inspections/{inspection_id}`. */
export const ENDPOINT_ROUTES: readonly { route: Route; endpoint: Endpoint }[] = [
  ...Object.entries(ENDPOINTS).map(([name, endpoint]) => ({ route: ROUTES[name as RouteName], endpoint })),
  { route: PDF_FILE, endpoint: pdf.file },
].sort((a, b) => countPlaceholders(a.route) - countPlaceholders(b.route));

function countPlaceholders({ path }: Route): number {
  return path.split('{').length;
}
