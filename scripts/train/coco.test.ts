import { describe, expect, test } from 'vitest';
import { convertCoco, isCoco } from './coco.ts';

const ring = [10, 10, 60, 10, 60, 40];
const coco = {
  images: [
    { id: 2, file_name: 'b.jpg', width: 800, height: 600 },
    { id: 1, file_name: 'a.jpg', width: 640, height: 480 },
  ],
  categories: [
    { id: 7, name: 'scratch' },
    { id: 3, name: 'dent' },
  ],
  annotations: [
    {
      image_id: 1,
      category_id: 7,
      bbox: [10, 10, 50, 30] as [number, number, number, number],
      segmentation: [ring],
    },
    {
      image_id: 1,
      category_id: 3,
      bbox: [0, 0, 9, 9] as [number, number, number, number],
      iscrowd: 1 as const,
    },
  ],
};

describe('convertCoco', () => {
  test('converts images, boxes, polygons and crowds, sorted by file name', () => {
    const [a, b] = convertCoco(coco, 'yard');
    expect(a).toEqual({
      file: 'a.jpg',
      width: 640,
      height: 480,
      set: 'yard',
      split: 'val',
      stretched: false,
      labelled: ['dent', 'scratch'],
      boxes: [{ label: 'scratch', x: 10, y: 10, w: 50, h: 30, polygon: ring }],
      ignore: [{ label: 'dent', x: 0, y: 0, w: 9, h: 9 }],
    });
    expect(b).toMatchObject({ file: 'b.jpg', split: 'train', boxes: [], ignore: [] });
  });

  test('makes every 10th image a validation image', () => {
    const images = Array.from({ length: 30 }, (_, n) => ({
      id: n,
      file_name: `${String(n).padStart(2, '0')}.jpg`,
      width: 10,
      height: 10,
    }));
    const splits = convertCoco({ ...coco, images, annotations: [] }, 'yard').map(({ split }) => split);
    expect(splits.flatMap((split, position) => (split === 'val' ? position : []))).toEqual([0, 10, 20]);
  });

  test.each([
    ['several rings', [ring, ring]],
    ['a run-length mask', { counts: '…', size: [480, 640] }],
  ])('drops the outline of %s and keeps its box', (_what, segmentation) => {
    const annotations = [
      { image_id: 1, category_id: 3, bbox: [1, 2, 3, 4] as [number, number, number, number], segmentation },
    ];
    const [a] = convertCoco({ ...coco, annotations }, 'yard');
    expect(a?.boxes).toEqual([{ label: 'dent', x: 1, y: 2, w: 3, h: 4 }]);
  });

  test.each([
    [{ image_id: 9, category_id: 3 }, 'Annotation 0 has image_id 9, which is not in "images".'],
    [{ image_id: 1, category_id: 9 }, 'Annotation 0 has category_id 9, which is not in "categories".'],
  ])('rejects the annotation %j', (ids, message) => {
    const annotations = [{ ...ids, bbox: [0, 0, 1, 1] as [number, number, number, number] }];
    expect(() => convertCoco({ ...coco, annotations }, 'yard')).toThrow(message);
  });
});

test('isCoco recognizes a COCO file by its three lists', () => {
  expect(isCoco(coco)).toBe(true);
  expect(isCoco({ images: [] })).toBe(false);
  expect(isCoco([])).toBe(false);
});
