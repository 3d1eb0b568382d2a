import { COLUMN_WEIGHT_SUM, ROW_WEIGHT_SUM } from '../../analysis/pixels/scaling-taps.ts';
import { assembleModule, f32x4, f64x2, get, i16x8, i32, i32x4, repeat, set, v128 } from './wasm-module.ts';

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of WebAssembly that is used. The type library of the service does not declare it. */
interface WasmApi {
  Memory: new (size: { initial: number }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
}

/** The two steps of scaling a photo, with SIMD. All parameters are addresses and lengths in bytes of `memory`. */
export interface ScalingKernel {
  memory: WasmMemory;
  /**
   * Writes the weighted sum of rows of a photo, 256 times its values, less 2^15: 8 bytes per pixel, a multiple of 64 bytes.
   *
   * @param pixels The first row, 4 bytes per pixel. The others follow, each after `stride` bytes.
   * @param weights One word per row, up to `weightsEnd`.
   */
  blendRows(
    pixels: number,
    stride: number,
    weights: number,
    weightsEnd: number,
    row: number,
    rowEnd: number,
  ): void;
  /**
   * Writes the weighted sums of columns of a blended row, from 0 to 1, to three planes.
   *
   * @param taps Per output pixel: the index of its first column, then `weightBytes` of weights. A word has two weights.
   * @param red A row of the first plane, up to `redEnd`.
   */
  blendColumns(
    row: number,
    taps: number,
    weightBytes: number,
    red: number,
    redEnd: number,
    planeBytes: number,
  ): void;
}

/**
 * Compiles the kernel: less than 1 kB, in less than a millisecond.
 *
 * @throws if there is no SIMD, or if the page's policy forbids WebAssembly.
 */
export function createScalingKernel(): ScalingKernel {
  const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;
  const memory = new Memory({ initial: 1 });
  const module = new Module(assembleModule([BLEND_ROWS, BLEND_COLUMNS]));
  const { exports } = new Instance(module, { kernel: { memory } });
  const { blendRows, blendColumns } = exports as Omit<ScalingKernel, 'memory'>;
  return { memory, blendRows, blendColumns };
}

/** A blended row has signed numbers, because the products of unsigned ones take twice as long. */
const ROW_OFFSET = -(2 ** 15);
const FIRST_ROW_SUM = v128.constant([
  ...new Uint8Array(Int16Array.from({ length: 8 }, () => ROW_OFFSET).buffer),
]);
const FIRST_COLUMN_SUM = v128.constant([
  ...new Uint8Array(Int32Array.from({ length: 4 }, () => -ROW_OFFSET * COLUMN_WEIGHT_SUM).buffer),
]);
const increase = (local: number, bytes: number) => set(local, i32.add(get(local), i32.constant(bytes)));

/** 8 pixels at a time, all rows of them. A sum is at most 255 x 256, so it fits into 16 bits with its offset. */
const BLEND_ROWS = (() => {
  const [pixels, stride, weights, weightsEnd, row, rowEnd] = [0, 1, 2, 3, 4, 5];
  const [source, at] = [6, 7];
  const [weight, values, ...sums] = [8, 9, 10, 11, 12, 13];
  const addProducts = (offset: number, [low = 0, high = 0]: readonly number[]) => [
    set(values, v128.load(get(source), offset)),
    addProduct(low, i16x8.extendLowUnsigned(get(values))),
    addProduct(high, i16x8.extendHighUnsigned(get(values))),
  ];
  const addProduct = (sum: number, factor: readonly number[]) =>
    set(sum, i16x8.add(get(sum), i16x8.multiply(factor, get(weight))));
  const body = repeat(row, rowEnd, [
    set(source, get(pixels)),
    set(at, get(weights)),
    ...sums.map((sum) => set(sum, FIRST_ROW_SUM)),
    repeat(at, weightsEnd, [
      set(weight, v128.load16Splat(get(at))),
      ...addProducts(0, sums.slice(0, 2)),
      ...addProducts(16, sums.slice(2)),
      set(source, i32.add(get(source), get(stride))),
      increase(at, 4),
    ]),
    ...sums.map((sum, index) => v128.store(get(row), get(sum), 16 * index)),
    increase(pixels, 32),
    increase(row, 32),
    increase(row, 32),
  ]);
  return { name: 'blendRows', parameters: 6, locals: { i32: 2, v128: 6 }, body: [body] };
})();

/** Puts each colour of a pixel beside that of the next pixel. */
const PAIR_COLUMNS = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];
const UPPER_HALF_TWICE = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];

/** One pixel at a time, its colours in the lanes of a vector, and two columns at once. */
const BLEND_COLUMNS = (() => {
  const [row, taps, weightBytes, red, redEnd, planeBytes] = [0, 1, 2, 3, 4, 5];
  const [source, tapsEnd, green] = [6, 7, 8];
  const [sum, unit, redGreen, pair] = [9, 10, 11, 12];
  const units = Float64Array.of(1, 1).map((one) => one / (ROW_WEIGHT_SUM * COLUMN_WEIGHT_SUM * 255));
  const toFloats = (colours: readonly number[]) =>
    f32x4.demoteF64x2(f64x2.multiply(f64x2.convertLowI32x4(colours), get(unit)));
  const body = repeat(red, redEnd, [
    set(source, i32.add(get(row), i32.shiftLeft(i32.load(get(taps)), i32.constant(3)))),
    increase(taps, 4),
    set(tapsEnd, i32.add(get(taps), get(weightBytes))),
    set(sum, FIRST_COLUMN_SUM),
    repeat(taps, tapsEnd, [
      set(pair, v128.load(get(source))),
      set(pair, v128.shuffle(get(pair), PAIR_COLUMNS)),
      set(sum, i32x4.add(get(sum), i32x4.dotI16x8(get(pair), v128.load32Splat(get(taps))))),
      increase(source, 16),
      increase(taps, 4),
    ]),
    set(redGreen, toFloats(get(sum))),
    set(green, i32.add(get(red), get(planeBytes))),
    v128.store32Lane(get(red), get(redGreen), 0),
    v128.store32Lane(get(green), get(redGreen), 1),
    v128.store32Lane(
      i32.add(get(green), get(planeBytes)),
      toFloats(v128.shuffle(get(sum), UPPER_HALF_TWICE)),
      0,
    ),
    increase(red, 4),
  ]);
  const first = set(unit, v128.constant([...new Uint8Array(units.buffer)]));
  return { name: 'blendColumns', parameters: 6, locals: { i32: 3, v128: 4 }, body: [first, body] };
})();
