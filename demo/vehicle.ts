import type { Kerbside, Vehicle } from 'kerbside';
import { h } from './dom.ts';
import { markField, ProblemArea } from './problem.ts';
import { card, type Section } from './section.ts';
import { readVehicle, vehicleFields } from './vehicle-fields.ts';

export function vehicleSection(kerbside: Kerbside, inspectionId: string): Section {
  const problem = new ProblemArea();
  const facts = h('dl', { class: 'pairs' });
  const form = h('form', { class: 'form', novalidate: true });
  const editor = h('details', { class: 'editor' }, h('summary', {}, 'Edit vehicle'), form);
  let vehicle: Vehicle | undefined;

  // Filled when it is opened and left alone after that: an update must not undo what is being typed.
  editor.addEventListener('toggle', () => {
    if (!editor.open) return;
    form.replaceChildren(
      vehicleFields(vehicle),
      problem.element,
      h('div', { class: 'actions' }, h('button', {}, 'Save vehicle')),
    );
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    markField(form, undefined);
    try {
      problem.clear();
      await kerbside.inspections.updateVehicle(inspectionId, readVehicle(form));
      editor.open = false;
    } catch (error) {
      problem.show(error);
      markField(form, error);
    }
  });
  return {
    element: card('Vehicle', facts, editor),
    update({ inspection, entities, isDeleted }) {
      vehicle = entities.vehicles[inspection.vehicle ?? ''];
      facts.replaceChildren(...pairs(vehicle));
      editor.hidden = isDeleted;
    },
  };
}

function pairs(vehicle: Vehicle | undefined): HTMLElement[] {
  const { mileage } = vehicle ?? {};
  const all = [
    ['Make', vehicle?.brand],
    ['Model', vehicle?.model],
    ['Plate', vehicle?.plate],
    ['VIN', vehicle?.vin],
    ['Colour', vehicle?.color],
    ['Mileage', mileage && `${mileage.value.toLocaleString()} ${mileage.unit}`],
  ] as const;
  const known = all.filter(([, value]) => value);
  if (known.length === 0) return [h('div', { class: 'quiet' }, 'Nothing is noted of this vehicle.')];
  return known.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
}
