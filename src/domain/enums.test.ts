import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as enums from './enums.ts';

/** The service's value lists, if they are beside the repository. */
const file = new URL('../../../shared/enums.json', import.meta.url);

const SKIP_REASON = "the service's value lists are not beside this repository";

const LISTS: [ours: readonly string[], theirs: string][] = [
  [enums.DAMAGE_TYPES, 'damage_types'],
  [enums.PART_TYPES, 'part_types'],
  [enums.CENTERS_ON, 'centers_on'],
  [enums.WHEEL_NAMES, 'wheel_names'],
  [enums.TASK_NAMES, 'task_names'],
  [enums.PROGRESS_STATUSES, 'progress_status'],
  [enums.PROGRESS_STATUS_UPDATES, 'progress_status_update'],
  [enums.INSPECTION_STATUSES, 'inspection_status'],
  [enums.INSPECTION_TYPES, 'inspection_type'],
  [enums.OWNERSHIP_FILTERS, 'ownership_filter'],
  [enums.PAGINATION_ORDERS, 'pagination_order'],
  [enums.CALLBACK_EVENTS, 'callback_events'],
  [enums.IMAGE_TYPES, 'image_types'],
  [enums.IMAGE_ROTATIONS, 'image_rotation'],
  [enums.ACQUISITION_STRATEGIES, 'acquisition_strategy'],
  [enums.VIEWPOINTS, 'viewpoints'],
  [enums.COMPLIANCE_REASONS, 'compliance_reasons_all'],
  [enums.REPAIR_OPERATIONS, 'severity_repair_operation_write'],
  [enums.MILEAGE_UNITS, 'mileage_units'],
  [enums.MARKET_VALUE_UNITS, 'market_value_units'],
];

for (const [ours, theirs] of LISTS) {
  // Proves spec 2.19, spec 2.23.
  test(`${theirs} equals the service's list`, (context) => {
    const lists = serviceLists();
    if (!lists) return context.skip(SKIP_REASON);
    expect(ours).toEqual(lists[theirs]);
  });
}

test('OCR_IMAGE_TYPES extends the service’s list with plates, odometers and free text', (context) => {
  const lists = serviceLists();
  if (!lists) return context.skip(SKIP_REASON);
  expect(enums.OCR_IMAGE_TYPES).toEqual([...(lists.image_ocr_type as string[]), 'PLATE', 'ODOMETER', 'TEXT']);
});

test('the wheel lists add UNKNOWN and NOT_APPLICABLE', (context) => {
  const lists = serviceLists();
  if (!lists) return context.skip(SKIP_REASON);
  const labels = lists.wheel_analysis_labels as Record<string, string[]>;
  const any = labels.any_field_may_also_be ?? [];
  expect(enums.WHEEL_CONDITIONS).toEqual([...(labels.rim_condition ?? []), ...any]);
  expect(enums.RIM_MATERIALS).toEqual([...(labels.rim_material ?? []), ...any]);
  expect(enums.WHEEL_ASPECTS).toEqual([...(labels.rim_visual_aspect ?? []), ...any]);
  expect(enums.HUBCAP_OVER_RIM).toEqual([...(labels.hubcap_over_rim ?? []), ...any]);
});

// Proves spec 2.19.
test('no list contains a value twice', () => {
  for (const [values] of LISTS) expect(new Set(values).size).toBe(values.length);
});

function serviceLists(): Record<string, unknown> | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
