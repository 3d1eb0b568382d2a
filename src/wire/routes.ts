/** An endpoint of the service. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base URL, with placeholders in braces. */
  path: string;
  /** Type of each query parameter, by its name. */
  query?: Readonly<Record<string, QueryType>>;
}
type QueryType = 'text' | 'number' | 'boolean';

const pageQuery = { limit: 'number', before: 'text', after: 'text', pagination_order: 'text' } as const;
const filterQuery = {
  ownership_filter: 'text',
  inspection_status: 'text',
  show_deleted: 'boolean',
} as const;

const INSPECTION = '/inspections/{inspection_id}';

/** Every endpoint of the specification. */
export const ROUTES = {
  createInspection: { method: 'POST', path: '/inspections' },
  listInspections: {
    method: 'GET',
    path: '/inspections',
    query: { ...pageQuery, ...filterQuery, verbose: 'number' },
  },
  countInspections: {
    method: 'GET',
    path: '/inspections/count',
    query: { ...filterQuery, verbose: 'number' },
  },
  getInspection: {
    method: 'GET',
    path: INSPECTION,
    query: { show_deleted_objects: 'boolean', verbose: 'text' },
  },
  updateInspection: { method: 'PATCH', path: INSPECTION },
  deleteInspection: { method: 'DELETE', path: INSPECTION },
  addPdfData: { method: 'PATCH', path: `${INSPECTION}/pdf_data` },
  updateVehicle: { method: 'PATCH', path: `${INSPECTION}/vehicle` },
  listTasks: { method: 'GET', path: `${INSPECTION}/tasks` },
  getTask: { method: 'GET', path: `${INSPECTION}/tasks/{task_name}` },
  updateTask: { method: 'PATCH', path: `${INSPECTION}/tasks/{task_name}` },
  addImage: { method: 'POST', path: `${INSPECTION}/images` },
  /** Our addition. Starts the upload of a photo to the bucket of the service. */
  startUpload: { method: 'POST', path: `${INSPECTION}/uploads` },
  listImages: { method: 'GET', path: `${INSPECTION}/images`, query: pageQuery },
  getImage: {
    method: 'GET',
    path: `${INSPECTION}/images/{image_id}`,
    query: { show_deleted_objects: 'boolean' },
  },
  deleteImage: { method: 'DELETE', path: `${INSPECTION}/images/{image_id}` },
  /** Our addition. Other services give an image a `path` to its photo. */
  getPhoto: { method: 'GET', path: '/images/{image_id}/photo', query: { width: 'number' } },
  createView: { method: 'POST', path: `${INSPECTION}/views` },
  deleteView: { method: 'DELETE', path: `${INSPECTION}/views/{view_id}` },
  createDamage: { method: 'POST', path: `${INSPECTION}/damages` },
  deleteDamage: { method: 'DELETE', path: `${INSPECTION}/damages/{damage_id}` },
  createSeverity: { method: 'POST', path: `${INSPECTION}/severity_pricing` },
  updateSeverity: { method: 'PATCH', path: `${INSPECTION}/severity_pricing/{severity_id}` },
  requestPdf: { method: 'POST', path: `${INSPECTION}/pdf` },
  getPdf: { method: 'GET', path: `${INSPECTION}/pdf` },
} as const satisfies Record<string, Route>;
export type RouteName = keyof typeof ROUTES;
