import { ROUTES, type Route, type RouteName } from '../../src/wire/routes.ts';
import type { Endpoint } from './endpoint.ts';
import * as corrections from './endpoints/corrections.ts';
import * as images from './endpoints/images.ts';
import * as inspections from './endpoints/inspections.ts';
import * as pdf from './endpoints/pdf.ts';
import * as pricing from './endpoints/pricing.ts';
import * as tasks from './endpoints/tasks.ts';

/** Prefix of every path: the version of the API. */
export const BASE_PATH = '/v1';

/** A route with its endpoint. */
export interface EndpointRoute {
  route: Route;
  endpoint: Endpoint;
}

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

const INSPECTION = '/inspections/{inspection_id}';

/** Routes that are not in the specification: the target of `pdf_url`, and what the vendor's clients also call. */
const OTHER_ROUTES: readonly EndpointRoute[] = [
  { route: { method: 'GET', path: `${INSPECTION}/pdf/file` }, endpoint: pdf.file },
  { route: { method: 'PATCH', path: `${INSPECTION}/images/{image_id}` }, endpoint: images.updateOne },
  { route: { method: 'POST', path: `${INSPECTION}/images/delete` }, endpoint: images.deleteMany },
  {
    route: { method: 'PATCH', path: `${INSPECTION}/images/{image_id}/damage_areas` },
    endpoint: images.updateDamageArea,
  },
  { route: { method: 'POST', path: `${INSPECTION}/pricing` }, endpoint: pricing.createOne },
  { route: { method: 'PATCH', path: `${INSPECTION}/pricing/{severity_id}` }, endpoint: pricing.updateOne },
  { route: { method: 'DELETE', path: `${INSPECTION}/pricing/{severity_id}` }, endpoint: pricing.deleteOne },
];

/** Paths with fewer placeholders come first: `/inspections/count` before `/inspections/{inspection_id}`. */
export const ENDPOINT_ROUTES: readonly EndpointRoute[] = [
  ...Object.entries(ENDPOINTS).map(([name, endpoint]) => ({ route: ROUTES[name as RouteName], endpoint })),
  ...OTHER_ROUTES,
].sort((a, b) => countPlaceholders(a.route) - countPlaceholders(b.route));

function countPlaceholders({ path }: Route): number {
  return path.split('{').length;
}
