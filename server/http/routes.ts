import * as v from 'valibot';
import { IMAGE_CALLS, INSPECTION_CALLS, TASK_CALLS } from '../../src/domain/api/api-arguments.ts';
import { DAMAGE_CALLS, SEVERITY_CALLS, VIEW_CALLS } from '../../src/domain/api/correction-arguments.ts';
import { PDF_PART, PHOTO_PART } from '../../src/wire/form-parts.ts';
import { pdfRequest } from '../../src/wire/pdf.ts';
import { ROUTES, type Route, type RouteName } from '../../src/wire/routes.ts';
import { declaredPhoto } from '../direct-upload/start-upload.ts';
import type { Contract, Endpoint } from './endpoint.ts';
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

/** The service's endpoint for each route of the specification. The compiler checks that none is missing. */
const SPEC_ROUTES: Record<RouteName, { endpoint: Endpoint; contract: Omit<Contract, 'response'> }> = {
  createInspection: {
    endpoint: inspections.createOne,
    contract: {
      summary: 'Creates an inspection, with or without images.',
      body: INSPECTION_CALLS.createOne.args.inspection,
      file: PHOTO_PART,
    },
  },
  listInspections: {
    endpoint: inspections.getMany,
    contract: {
      summary: 'Lists inspections, newest first.',
      query: INSPECTION_CALLS.getMany.options,
    },
  },
  countInspections: {
    endpoint: inspections.count,
    contract: {
      summary: 'Counts the inspections that match the filters.',
      query: INSPECTION_CALLS.getMany.options,
    },
  },
  getInspection: {
    endpoint: inspections.getOne,
    contract: {
      summary: 'Returns an inspection with all its records.',
      query: INSPECTION_CALLS.getOne.options,
    },
  },
  updateInspection: {
    endpoint: inspections.updateOne,
    contract: {
      summary: 'Merges keys into the additional data of an inspection.',
      body: inspections.updateInspection,
    },
  },
  deleteInspection: { endpoint: inspections.deleteOne, contract: { summary: 'Deletes an inspection.' } },
  addPdfData: {
    endpoint: inspections.addPdfData,
    contract: {
      summary: 'Adds data that the report prints.',
      body: INSPECTION_CALLS.addAdditionalData.args.pdfData,
    },
  },
  updateVehicle: {
    endpoint: inspections.updateVehicle,
    contract: {
      summary: 'Changes fields of the vehicle.',
      body: INSPECTION_CALLS.updateVehicle.args.vehicle,
    },
  },
  listTasks: {
    endpoint: tasks.getMany,
    contract: {
      summary: 'Returns the tasks of an inspection by name.',
    },
  },
  getTask: { endpoint: tasks.getOne, contract: { summary: 'Returns a task.' } },
  updateTask: {
    endpoint: tasks.updateOne,
    contract: {
      summary: 'Starts or changes a task.',
      body: TASK_CALLS.updateOne.args.task,
    },
  },
  addImage: {
    endpoint: images.addOne,
    contract: {
      summary: 'Adds an image. Its photo is a file of the form, has a URL, or was uploaded before.',
      body: images.createImageBody,
      file: PHOTO_PART,
    },
  },
  startUpload: {
    endpoint: uploads.start,
    contract: {
      summary: 'Starts or continues the upload of a photo. Returns the requests that are still to make.',
      body: declaredPhoto,
    },
  },
  listImages: {
    endpoint: images.getMany,
    contract: {
      summary: 'Lists the images of an inspection.',
      query: IMAGE_CALLS.getMany.options,
    },
  },
  getImage: {
    endpoint: images.getOne,
    contract: { summary: 'Returns an image.', query: INSPECTION_CALLS.getOne.options },
  },
  deleteImage: {
    endpoint: images.deleteOne,
    contract: { summary: 'Deletes an image.', body: images.deleteImage },
  },
  getPhoto: {
    endpoint: images.photo,
    contract: { summary: 'Returns the photo of an image, or a thumbnail of it.' },
  },
  createView: {
    endpoint: corrections.createView,
    contract: {
      summary: 'Adds a view of a damage on an image.',
      body: VIEW_CALLS.createOne.args.view,
      file: PHOTO_PART,
    },
  },
  deleteView: { endpoint: corrections.deleteView, contract: { summary: 'Deletes a view.' } },
  createDamage: {
    endpoint: corrections.createDamage,
    contract: { summary: 'Adds a damage.', body: DAMAGE_CALLS.createOne.args.damage },
  },
  deleteDamage: { endpoint: corrections.deleteDamage, contract: { summary: 'Deletes a damage.' } },
  createSeverity: {
    endpoint: corrections.createSeverity,
    contract: {
      summary: 'Adds a severity.',
      body: SEVERITY_CALLS.createOne.args.severity,
    },
  },
  updateSeverity: {
    endpoint: corrections.updateSeverity,
    contract: {
      summary: 'Changes a severity.',
      body: SEVERITY_CALLS.updateOne.args.severity,
    },
  },
  requestPdf: {
    endpoint: pdf.request,
    contract: {
      summary: 'Requests a report, or uploads one.',
      body: pdfRequest,
      file: PDF_PART,
    },
  },
  getPdf: { endpoint: pdf.get, contract: { summary: 'Returns the address of the report.' } },
};

/** Routes that are not in the specification: the target of `pdf_url`, and what the fleet page reads. */
const OTHER_ROUTES: Record<string, Omit<EndpointRoute, 'name'>> = {
  listFleet: {
    route: fleet.FLEET_ROUTES.list,
    endpoint: fleet.list,
    contract: {
      summary: 'Lists inspections as the fleet page shows them.',
      query: fleet.listSchema,
      response: v.looseObject({ data: v.array(v.looseObject({ id: v.string() })), total: v.number() }),
    },
  },
  summarizeFleet: {
    route: fleet.FLEET_ROUTES.summary,
    endpoint: fleet.summary,
    contract: {
      summary: 'Counts the inspections that match the filters, and adds their costs.',
      query: fleet.summarySchema,
      response: v.looseObject({ inspections: v.number() }),
    },
  },
  getPdfFile: {
    route: { method: 'GET', path: '/inspections/{inspection_id}/pdf/file' },
    endpoint: pdf.file,
    contract: { summary: 'Returns the report.', response: 'application/pdf' },
  },
};

/** Paths with fewer placeholders come first: `/inspections/count` before `/inspections/{inspection_id}`. */
export const ENDPOINT_ROUTES: readonly EndpointRoute[] = [
  ...Object.entries(SPEC_ROUTES).map(([name, { endpoint, contract }]) =>
    toEndpointRoute(name as RouteName, endpoint, contract),
  ),
  ...Object.entries({ ...OTHER_ROUTES, ...VENDOR_ROUTES }).map(([name, one]) => ({ name, ...one })),
].sort((a, b) => countPlaceholders(a.route) - countPlaceholders(b.route));

function toEndpointRoute(
  name: RouteName,
  endpoint: Endpoint,
  contract: Omit<Contract, 'response'>,
): EndpointRoute {
  const { response, ...route } = ROUTES[name];
  return {
    name,
    route,
    endpoint,
    contract: { ...contract, response: response === 'image/*' ? response : response.schema },
  };
}

function countPlaceholders({ path }: Route): number {
  return path.split('{').length;
}
