import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { createDamage, deleteDamage } from '../../rules/damages.ts';
import { createView } from '../../rules/views.ts';
import { RuleRunner } from '../results/merge-cases.suite.ts';
import { adoptDamage } from './adopt-damage.ts';

const boundingBox = { xmin: 10, ymin: 10, width: 40, height: 40 };

/** A damage that the device's model created and the user added a view to. */
function createConfirmedDamage() {
  const runner = new RuleRunner();
  const imageId = runner.addImage();
  runner.runTask('damage_detection', [
    { damageType: 'dent', partType: 'hood', views: [{ imageId, boundingBox }] },
  ]);
  const damageId = runner.state.damages[0]?.id ?? '';
  runner.apply(createView({ damageId, imageId, boundingBox: { ...boundingBox, xmin: 100 } }));
  const before = runner.operations.length;
  return { runner, damageId, added: () => runner.operations.slice(before) };
}

test('makes a confirmed damage the user’s own, and sends it with the model’s views', () => {
  const { runner, damageId, added } = createConfirmedDamage();
  runner.apply(adoptDamage(damageId));
  expect(runner.state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
  expect(runner.state.views.map(({ createdBy }) => createdBy)).toEqual(['user', 'user']);
  expect(added().map(({ kind }) => kind)).toEqual(['damage.create', 'view.create']);
});

test('sends a damage that was deleted since without views, after its delete is recorded', () => {
  const { runner, damageId, added } = createConfirmedDamage();
  runner.apply(deleteDamage(damageId));
  runner.apply(adoptDamage(damageId));
  expect(added().map(({ kind }) => kind)).toEqual(['damage.delete', 'damage.create']);
  expect(runner.state.damages[0]?.deletedAt).toBeDefined();
});

test('does not bring back a discarded damage of the user', () => {
  const { runner } = createConfirmedDamage();
  const { result } = runner.apply(createDamage({ damageType: 'dent', partType: 'roof' }));
  expect(() => runner.apply(adoptDamage(result))).toThrow(KerbsideError);
  expect(() => runner.apply(adoptDamage('nowhere'))).toThrow('does not exist');
});
