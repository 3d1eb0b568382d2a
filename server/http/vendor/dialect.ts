import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { type JsonObject, object } from '../../../src/domain/fields.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import type { RouteName } from '../../../src/wire/routes.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import type { CommitChange } from '../request-store.ts';
import { acceptDamage } from './damage.ts';
import { acceptImage, toVendorImage } from './image.ts';
import { acceptInspection, toVendorInspection } from './inspection.ts';
import { keepFields, keepOfAdded, mapRecords, taskKey } from './kept-fields.ts';
import {
  acceptTaskUpdate,
  findKeptTask,
  isKeptTask,
  toSpecTaskName,
  toVendorTask,
  toVendorTasks,
  updateKeptTask,
} from './tasks.ts';
import { acceptPdfData, acceptVehicle, addPdfAmounts, keepOfVehicle } from './vehicle.ts';

/** The parts of a request that are translated. */
export interface Given {
  params: Record<string, string>;
  query: URLSearchParams;
  json: unknown;
}

/** A request in the form of the specification. */
export interface Translated extends Given {
  /** Changes what the request commits: it stores what is kept, for example. */
  change?: CommitChange;
  /** Whether a request that creates an inspection also ends tasks. */
  endsTasks?: boolean;
}

/** How the vendor's clients speak on one route. */
interface Dialect {
  /** Translates the request, before the database is read. */
  request?(given: Given, newId: () => string): Partial<Translated>;
  /** Handles a request that the specification does not have. Returns undefined if it is not one. */
  instead?(call: Call): Promise<JsonObject | undefined>;
  /** Adds to the response what the vendor's clients read. `given` is the request before its translation. */
  response?(body: JsonObject, call: Call, given: Given): JsonObject;
}

/** Translates a request of any client into the form of the specification. Requests of the specification do not change. */
export function translateRequest(name: string, given: Given, newId: () => string): Translated {
  return { ...given, ...DIALECTS[name]?.request?.(given, newId) };
}

/** Handles a translated request with its endpoint, and translates the response. */
export async function handleTranslated(
  { name, endpoint }: { name: string; endpoint: Endpoint },
  call: Call,
  given: Given,
  change: CommitChange | undefined,
): Promise<JsonObject | Response> {
  const { instead, response: translate } = DIALECTS[name] ?? {};
  if (change) call.store.changeCommits(change);
  const response = (await instead?.(call)) ?? (await endpoint.handle(call));
  return response instanceof Response || !translate ? response : translate(response, call, given);
}

/** Ids sort by creation time, which is the only order. */
const order = object({ orderBy: v.optional(v.picklist(['created_at'])) });
const PAGE = ['limit', 'before', 'after', 'pagination_order'];

const imageResponse: Dialect = { response: (body, call) => toVendorImage(body, stateOf(call)) };

const DIALECTS: { readonly [name: string]: Dialect } = {
  createInspection: { request: ({ json }, newId) => acceptInspection(json, newId) },
  listInspections: {
    request: ({ query }) => ({ query: dropOrder(query) }),
    response: (body, { store }) => ({
      ...body,
      data: mapRecords(body.data, (one) => toVendorInspection(one, store.stateOf(String(one.id)))),
    }),
  },
  countInspections: {
    // Version 5.x sends a page, which makes no difference to the count.
    request: ({ query }) => ({ query: dropOrder(withoutNames(query, PAGE)) }),
  },
  getInspection: { response: (body, call) => toVendorInspection(body, stateOf(call)) },
  addPdfData: {
    request({ json }) {
      const { body, kept } = acceptPdfData(json);
      return { json: body, change: (state) => addPdfAmounts(state, kept) };
    },
  },
  updateVehicle: {
    request({ json }) {
      const accepted = acceptVehicle(json);
      return { json: accepted.body, change: keepOfVehicle(accepted) };
    },
  },
  listTasks: {
    response(body, call) {
      const state = stateOf(call);
      const tasks = state ? toVendorTasks(Object.values(body), state).filter(isObject) : [];
      const byName = Object.fromEntries(tasks.map((task) => [task.name, task]));
      // Version 3.x looks for `image_ocr`.
      return { ...byName, ...(byName.images_ocr && { image_ocr: byName.images_ocr }) };
    },
  },
  getTask: {
    request: ({ params }) => ({ params: toSpecParams(params) }),
    instead: findKeptTask,
    response(body, call, { params }) {
      const state = stateOf(call);
      if (!state || isKeptTask(body.name)) return body;
      const tasks = toVendorTask(body, state);
      return tasks.find(({ name }) => name === params.task_name) ?? tasks[0] ?? body;
    },
  },
  updateTask: {
    request({ params, json }) {
      if (isKeptTask(params.task_name)) return {};
      const { body, kept } = acceptTaskUpdate(json);
      const specified = toSpecParams(params);
      const key = taskKey(specified.task_name ?? '');
      return { params: specified, json: body, change: (state) => keepFields(state, key, kept) };
    },
    instead: updateKeptTask,
  },
  addImage: {
    request({ json }) {
      const { body, kept } = acceptImage(json);
      return { json: body, change: keepOfAdded('images', kept) };
    },
    ...imageResponse,
  },
  getImage: imageResponse,
  listImages: {
    response: (body, call) => ({
      ...body,
      data: mapRecords(body.data, (image) => toVendorImage(image, stateOf(call))),
    }),
  },
  createDamage: {
    request({ json }) {
      const { body, kept } = acceptDamage(json);
      return { json: body, change: keepOfAdded('damages', kept) };
    },
  },
} satisfies { [Name in RouteName]?: Dialect };

function stateOf({ store, param }: Call) {
  return store.stateOf(param('inspection_id'));
}

/** @throws `invalid_input` if the list is to have another order. */
function dropOrder(query: URLSearchParams): URLSearchParams {
  const orderBy = query.get('order_by');
  if (orderBy === null) return query;
  check(order, { orderBy }, 'options');
  return withoutNames(query, ['order_by']);
}

function withoutNames(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !names.includes(name)));
}

function toSpecParams(params: Record<string, string>): Record<string, string> {
  return { ...params, task_name: String(toSpecTaskName(params.task_name)) };
}
