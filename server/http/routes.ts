import { ROUTES, type Route, type RouteName } from '../../src/wire/routes.ts';
import { CONTRACTS, type Contract, type OtherRouteName } from './contracts.ts';
import type { Endpoint } from './endpoint.ts';
import * as corrections from './endpoints/corrections.ts';
import * as fleet from './endpoints/fleet.ts';
import * as images from './endpoints/images.ts';
import * as inspections from './endpoints/inspections.ts';
import * as pdf from './endpoints/pdf.ts';
import * as tasks from './endpoints/tasks.ts';
import * as uploads from './endpoints/uploads.ts';
import { VENDOR_ROUTES } from './vendor/routes.ts';

/** Prefix of every path: the version of the API. */
export const BASE_PATH = '/v1';

/** A route with its endpoint and what it takes and returns. */
export interface EndpointRoute {
  name: string;
  route: Route;
  endpoint: Endpoint;
  contract: Contract;
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
  startUpload: uploads.start,
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

/** Routes that are not in the specification: the target of `pdf_url`, and what the fleet page reads. */
const OTHER_ROUTES: Record<OtherRouteName, { route: Route; endpoint: Endpoint }> = {
  listFleet: { route: fleet.FLEET_ROUTES.list, endpoint: fleet.list },
  summarizeFleet: { route: fleet.FLEET_ROUTES.summary, endpoint: fleet.summary },
  getPdfFile: { route: { method: 'GET', path: '/inspections/{inspection_id}/pdf/file' }, endpoint: pdf.file },
};

/** Paths with fewer placeholders come first: `/inspections/count` before `/inspections/{inspection_id}`. */
export const ENDPOINT_ROUTES: readonly EndpointRoute[] = [
  ...Object.entries(ENDPOINTS).map(([name, endpoint]) =>
    toRoute(name as RouteName, { route: ROUTES[name as RouteName], endpoint }),
  ),
  ...Object.entries(OTHER_ROUTES).map(([name, one]) => toRoute(name as OtherRouteName, one)),
  ...Object.entries(VENDOR_ROUTES).map(([name, one]) => ({ name, ...one })),
].sort((a, b) => countPlaceholders(a.route) - countPlaceholders(b.route));

function toRoute(
  name: RouteName | OtherRouteName,
  { route, endpoint }: { route: Route; endpoint: Endpoint },
): EndpointRoute {
  return { name, route, endpoint, contract: CONTRACTS[name] };
}

function countPlaceholders({ path }: Route): number {
  return path.split('{').length;
}
