import { describe, expect, it } from 'vitest';
import type { Entities } from '../../domain/records/entities.ts';
import { createFileNames, createMarks } from './annotated-photos.ts';

it('creates a unique file name for each photo, whatever the case of its letters', () => {
  const names = createFileNames(['a/x.jpg', 'b/x.png', 'c/X.webp', 'x-2.jpg', 'car.heic']);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
  expect(names[0]).toBe('x.annotated.jpg');
  expect(names[4]).toBe('car.annotated.jpg');
});

const boundingBox = { xmin: 10, ymin: 20, width: 30, height: 40 };
const box = { x: 10, y: 20, width: 30, height: 40 };
const predicted = (prediction: string) => ({ prediction, confidence: 0.9 });

const entities = {
  damages: {
    d1: { id: 'd1', damageType: 'scratch', partType: 'door_front_left' },
    d2: { id: 'd2', damageType: 'dent', partType: 'ignore' },
  },
  views: {
    v1: { id: 'v1', damageId: 'd1', imageId: 'a', boundingBox, polygons: [], confidence: 0.8 },
    v2: { id: 'v2', damageId: 'd2', imageId: 'a', boundingBox, polygons: [], confidence: 0.7 },
    v3: { id: 'v3', damageId: 'd2', imageId: 'b', boundingBox, polygons: [] },
  },
  wheelAnalysis: {
    w1: {
      imageId: 'a',
      wheelName: 'wheel_front_left',
      hubcapOverRim: predicted('RIM_ONLY'),
      rimMaterial: predicted('ALU'),
      boundingBox,
    },
    w2: {
      imageId: 'a',
      hubcapOverRim: predicted('HUBCAP_OVER_RIM'),
      rimMaterial: predicted('UNKNOWN'),
      boundingBox,
    },
    w3: {
      imageId: 'a',
      hubcapOverRim: predicted('RIM_ONLY'),
      rimMaterial: predicted('UNKNOWN'),
      boundingBox,
    },
    w4: { imageId: 'a', hubcapOverRim: predicted('RIM_ONLY'), rimMaterial: predicted('ALU') },
  },
} as unknown as Entities;

describe('createMarks', () => {
  it('returns damages with their parts and wheels with their known properties', () => {
    expect(createMarks(entities, 'a')).toEqual([
      { type: 'scratch', label: 'scratch on door front left', confidence: 0.8, box, polygons: [] },
      { type: 'dent', label: 'dent', confidence: 0.7, box, polygons: [] },
      { type: 'wheel', label: 'wheel front left of alu', box, polygons: [] },
      { type: 'wheel', label: 'wheel with hubcap', box, polygons: [] },
      { type: 'wheel', label: 'wheel', box, polygons: [] },
    ]);
  });

  it('returns only the marks of the given image', () => {
    expect(createMarks(entities, 'b').map(({ label }) => label)).toEqual(['dent']);
  });
});
