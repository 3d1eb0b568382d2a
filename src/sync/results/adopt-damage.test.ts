import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { createDamage, deleteDamage } from '../../rules/damages.ts';
import { createView } from '../../rules/views.ts';
import { adoptDamage } from './adopt-damage.ts';
import { Notebook } from './merge-cases.suite.ts';

const boundingBox = { xmin: 10, ymin: 10, width: 40, height: 40 };

/** A damage that the device found, and a person added a view to. */
function marked() {
  const book = new Notebook();
  const imageId = book.addImage();
  book.run('damage_detection', [{ damageType: 'dent', partType: 'hood', views: [{ imageId, boundingBox }] }]);
  const damageId = book.state.damages[0]?.id ?? '';
  book.apply(createView({ damageId, imageId, boundingBox: { ...boundingBox, xmin: 100 } }));
  const before = book.operations.length;
  return { book, damageId, added: () => book.operations.slice(before) };
}

test('a damage that a person spoke of becomes theirs, and the service is told of it and of where it was seen', () => {
  const { book, damageId, added } = marked();
  book.apply(adoptDamage(damageId));
  expect(book.state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
  expect(book.state.views.map(({ createdBy }) => createdBy)).toEqual(['user', 'user']);
  expect(added().map(({ kind }) => kind)).toEqual(['damage.create', 'view.create']);
});

test('one that they deleted since is told of bare: its deletion follows', () => {
  const { book, damageId, added } = marked();
  book.apply(deleteDamage(damageId));
  book.apply(adoptDamage(damageId));
  expect(added().map(({ kind }) => kind)).toEqual(['damage.delete', 'damage.create']);
  expect(book.state.damages[0]?.deletedAt).toBeDefined();
});

test('a person’s own damage that was discarded is not brought back', () => {
  const { book } = marked();
  const { result } = book.apply(createDamage({ damageType: 'dent', partType: 'roof' }));
  expect(() => book.apply(adoptDamage(result))).toThrow(KerbsideError);
  expect(() => book.apply(adoptDamage('nowhere'))).toThrow('does not exist here');
});
