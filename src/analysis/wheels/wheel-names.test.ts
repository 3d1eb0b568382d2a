import { describe, expect, it } from 'vitest';
import type { Box } from '../geometry/box.ts';
import { nameWheels } from './wheel-names.ts';

const wheel = (x: number, size = 80): Box => ({ x0: x, y0: 200 - size, x1: x + size * 0.8, y1: 200 });

describe('nameWheels', () => {
  it('names wheels in the order of the car: from its left, the front is on the left', () => {
    expect(nameWheels([wheel(400), wheel(50)], 'left')).toEqual(['wheel_back_left', 'wheel_front_left']);
    expect(nameWheels([wheel(400), wheel(50)], 'right')).toEqual(['wheel_front_right', 'wheel_back_right']);
    expect(nameWheels([wheel(50), wheel(400, 60)], 'front_left')).toEqual([
      'wheel_front_left',
      'wheel_back_left',
    ]);
  });

  it('names a single wheel on a corner view, not on a plain side view', () => {
    expect(nameWheels([wheel(50)], 'back_right')).toEqual(['wheel_back_right']);
    expect(nameWheels([wheel(50), wheel(600, 30)], 'back_right')).toEqual(['wheel_back_right', undefined]);
    expect(nameWheels([wheel(50)], 'left')).toEqual([undefined]);
  });

  it('ignores the small wheels of other cars', () => {
    expect(nameWheels([wheel(50), wheel(600, 30), wheel(400)], 'left')).toEqual([
      'wheel_front_left',
      undefined,
      'wheel_back_left',
    ]);
  });

  it('names left and right from the front and the back', () => {
    expect(nameWheels([wheel(50), wheel(400)], 'front')).toEqual(['wheel_front_right', 'wheel_front_left']);
    expect(nameWheels([wheel(50), wheel(400)], 'back')).toEqual(['wheel_back_left', 'wheel_back_right']);
  });

  it('names nothing without a viewpoint', () => {
    expect(nameWheels([wheel(50), wheel(400)], undefined)).toEqual([undefined, undefined]);
    expect(nameWheels([], 'left')).toEqual([]);
  });
});
