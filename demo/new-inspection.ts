import {
  type CreateInspectionInput,
  INSPECTION_TYPES,
  type InspectionType,
  type Kerbside,
  TASK_NAMES,
} from 'kerbside';
import { h } from './dom.ts';
import { forgetDraft, keepDraft } from './draft.ts';
import { taskLabels } from './format.ts';
import type { Page } from './page.ts';
import { markField, ProblemArea } from './problem.ts';
import { goTo, hrefOf } from './route.ts';
import { readVehicle, vehicleFields } from './vehicle-fields.ts';

const DRAFT = 'kerbside-demo:new-inspection';
const typeLabels: Record<InspectionType, string> = {
  check_in_check_out: 'Check-in or check-out',
  claim: 'Claim',
};

export function newInspectionPage(kerbside: Kerbside): Page {
  const problem = new ProblemArea();
  // novalidate: the library's own words say what is wrong.
  const form = h(
    'form',
    { class: 'card form', novalidate: true },
    vehicleFields(),
    purposeField(),
    taskFields(),
    problem.element,
    h(
      'div',
      { class: 'actions' },
      h('a', { class: 'button secondary', href: '#/' }, 'Cancel'),
      h('button', {}, 'Create inspection'),
    ),
  );
  keepDraft(form, DRAFT);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    markField(form, undefined);
    try {
      problem.clear();
      const { result } = await kerbside.inspections.createOne(readForm(form));
      forgetDraft(DRAFT);
      goTo(hrefOf(result));
    } catch (error) {
      problem.show(error);
      markField(form, error);
    }
  });
  return {
    title: 'New inspection',
    element: h('section', {}, h('h1', {}, 'New inspection'), form),
  };
}

function purposeField(): HTMLElement {
  return h(
    'label',
    { class: 'field' },
    h('span', {}, 'Purpose'),
    h(
      'select',
      { name: 'inspectionType' },
      h('option', { value: '' }, 'Not said'),
      ...INSPECTION_TYPES.map((type) => h('option', { value: type }, typeLabels[type])),
    ),
  );
}

function taskFields(): HTMLElement {
  return h(
    'fieldset',
    { class: 'choices' },
    h('legend', {}, 'Tasks'),
    h('p', { class: 'quiet' }, 'An inspection lists at the start every task it will ever run.'),
    ...TASK_NAMES.map((name) =>
      h(
        'label',
        { class: 'check' },
        h('input', { type: 'checkbox', name: 'tasks', value: name, checked: name === 'damage_detection' }),
        taskLabels[name],
      ),
    ),
  );
}

function readForm(form: HTMLFormElement): CreateInspectionInput {
  const data = new FormData(form);
  const inspectionType = String(data.get('inspectionType'));
  return {
    tasks: Object.fromEntries(data.getAll('tasks').map((name) => [name, {}])),
    vehicle: readVehicle(form),
    ...(inspectionType && { inspectionType: inspectionType as InspectionType }),
  };
}
