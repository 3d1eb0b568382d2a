import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { CENTERS_ON } from '../../../src/domain/enums.ts';
import { type JsonObject, json, list, object, text } from '../../../src/domain/fields.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import type { StoredState } from '../../store/stored-state.ts';
import { type Accepted, getKept, splitFields, splitUnlessObject } from './kept-fields.ts';
import { isKeptTask, toSpecTaskName } from './tasks.ts';

const keptImage = object({
  image_subtype: v.optional(text()),
  image_sibling_key: v.optional(text()),
});
const [, { entries: KEPT_FIELDS }] = keptImage.pipe;

const viewpoint = v.union([
  text(),
  object({
    centers_on: v.optional(v.union([text(), list(text(), 2 * CENTERS_ON.length, 'places')])),
    distance: v.optional(text()),
    is_exterior: v.optional(v.boolean()),
  }),
]);
const keptTask = v.union([text(), object({ name: text(), image_details: v.optional(json) })]);

/** Accepts the fields, tasks and viewpoints of the vendor's clients. The task `compliances` becomes requested checks. */
export function acceptImage(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { tasks, compliances, detailed_viewpoint, ...fields } = body;
  const { picked, rest } = splitFields(fields, Object.keys(KEPT_FIELDS));
  const { picked: data, rest: same } = splitUnlessObject(rest, 'additional_data');
  const tasksOfImage = acceptImageTasks(tasks);
  const checks = acceptChecks(compliances, tasksOfImage.checks);
  const shown = acceptViewpoint(detailed_viewpoint);
  return {
    body: { ...same, ...tasksOfImage.body, ...checks.body, ...shown.body },
    kept: {
      ...check(keptImage, picked, 'image'),
      ...data,
      ...tasksOfImage.kept,
      ...checks.kept,
      ...shown.kept,
    },
  };
}

interface AcceptedTasks {
  body: JsonObject;
  kept: JsonObject;
  /** The checks that the task `compliances` requests. */
  checks: JsonObject;
}

function acceptImageTasks(tasks: unknown): AcceptedTasks {
  if (!Array.isArray(tasks)) return { body: tasks === undefined ? {} : { tasks }, kept: {}, checks: {} };
  const named = tasks.map((task: unknown) => ({ name: getName(task), task: removeWait(task) }));
  const compliance = named.find(({ name }) => name === 'compliances');
  const kept = named.filter(({ name }) => isKeptTask(name));
  const specified = named.filter((one) => one.name !== 'compliances' && !kept.includes(one));
  return {
    body: { tasks: specified.map(({ task }) => renameTask(task)) },
    kept: kept.length === 0 ? {} : { tasks: kept.map(({ task }) => check(keptTask, task, 'image.tasks')) },
    checks: compliance ? toChecks(compliance.task) : {},
  };
}

/** The response contains what is known at that time: the service does not wait for a result. */
function removeWait(task: unknown): unknown {
  if (!isObject(task)) return task;
  const { wait_for_result: _wait, ...rest } = task;
  return rest;
}

function renameTask(task: unknown): unknown {
  return isObject(task) ? { ...task, name: toSpecTaskName(task.name) } : toSpecTaskName(task);
}

function getName(task: unknown): unknown {
  return isObject(task) ? task.name : task;
}

function toChecks(task: unknown): JsonObject {
  const details = isObject(task) && isObject(task.image_details) ? task.image_details : {};
  const { sight_id } = details;
  return {
    image_quality_assessment: {},
    ...(sight_id !== undefined && { coverage_360: { sight_id } }),
  };
}

function acceptChecks(compliances: unknown, checks: JsonObject): { body: JsonObject; kept: JsonObject } {
  if (!isObject(compliances ?? {})) return { body: { compliances }, kept: {} };
  const { zoom_level, ...requested } = (compliances ?? {}) as JsonObject;
  const all = { ...checks, ...requested };
  return {
    body: Object.keys(all).length === 0 ? {} : { compliances: all },
    kept: zoom_level === undefined ? {} : { requested_compliances: { zoom_level } },
  };
}

function acceptViewpoint(given: unknown): { body: JsonObject; kept: JsonObject } {
  if (given === undefined) return { body: {}, kept: {} };
  const checked = check(viewpoint, given, 'image.detailed_viewpoint');
  const { centers_on = [] } = typeof checked === 'string' ? { centers_on: checked } : checked;
  const places = typeof centers_on === 'string' ? [centers_on] : centers_on;
  const known = places.filter((place) => CENTERS_ON.some((one) => one === place));
  const body = known.length === 0 ? {} : { detailed_viewpoint: { centers_on: known } };
  const isSame = JSON.stringify(body.detailed_viewpoint) === JSON.stringify(given);
  return { body, kept: isSame ? {} : { detailed_viewpoint: checked } };
}

/** Adds the kept fields of an image, and the issues of its checks. Its kept tasks follow those of the specification. */
export function toVendorImage(image: JsonObject, state: StoredState | undefined): JsonObject {
  const { tasks: kept = [], ...fields } = getKept(state, String(image.id));
  const tasks = [...((image.tasks as unknown[] | undefined) ?? []), ...(kept as unknown[])];
  return { ...image, compliances: addIssues(image.compliances), ...fields, tasks };
}

/** Adds the list of issues that version 5.x reads, once every requested check has a result. */
function addIssues(compliances: unknown): unknown {
  if (!isObject(compliances)) return compliances;
  const checks = Object.values(compliances) as { status: string; reasons: string[] }[];
  if (checks.length === 0 || checks.some(({ status }) => status !== 'DONE')) return compliances;
  const codes = checks.flatMap(({ reasons }) => reasons.map((reason) => reason.split('--')[0] ?? ''));
  const issues = codes.map((code) => (code === 'NO_CAR_BODY' ? 'no_vehicle' : code.toLowerCase()));
  return { ...compliances, compliance_issues: [...new Set(issues)], should_retake: issues.length > 0 };
}
