import { describe, expect, it } from 'vitest';
import type { Entities } from '../../domain/entities.ts';
import { createMarks } from './marks.ts';

const boundingBox = { xmin: 10, ymin: 20, width: 30, height: 40 };
const box = { x: 10, y: 20, width: 30, height: 40 };
const fact = (prediction: string) => ({ prediction, confidence: 0.9 });

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
      hubcapOverRim: fact('RIM_ONLY'),
      rimMaterial: fact('ALU'),
      boundingBox,
    },
    w2: { imageId: 'a', hubcapOverRim: fact('HUBCAP_OVER_RIM'), rimMaterial: fact('UNKNOWN'), boundingBox },
    w3: { imageId: 'a', hubcapOverRim: fact('RIM_ONLY'), rimMaterial: fact('UNKNOWN'), boundingBox },
    w4: { imageId: 'a', hubcapOverRim: fact('RIM_ONLY'), rimMaterial: fact('ALU') },
  },
} as unknown as Entities;

describe('what is drawn on a photo', () => {
  it('is its damages with their parts, and its wheels as far as they are known', () => {
    expect(createMarks(entities, 'a')).toEqual([
      { type: 'scratch', label: 'scratch on door front left', confidence: 0.8, box, polygons: [] },
      { type: 'dent', label: 'dent', confidence: 0.7, box, polygons: [] },
      { type: 'wheel', label: 'wheel front left of alu', box, polygons: [] },
      { type: 'wheel', label: 'wheel with hubcap', box, polygons: [] },
      { type: 'wheel', label: 'wheel', box, polygons: [] },
    ]);
  });

  it('is only what is on that photo', () => {
    expect(createMarks(entities, 'b').map(({ label }) => label)).toEqual(['dent']);
  });
});
