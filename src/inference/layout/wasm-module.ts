/** Writes small WebAssembly modules. Instructions are lists of bytes, with the names of the specification. */

/** Instructions that leave a value, or none. */
export type Code = readonly number[];

const TYPES = { i32: 0x7f, v128: 0x7b } as const;

/** A function without a result. Its locals are numbered, the parameters first. */
interface WasmFunction {
  name: string;
  /** How many parameters it has, all of type i32. */
  parameters: number;
  /** How many locals of each type follow. */
  locals: { i32: number; v128: number };
  body: readonly Code[];
}

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];

/** Runs its body, and repeats it while the number in `local` is less than the one in `end`. */
export function repeat(local: number, end: number, body: readonly Code[]): Code {
  const isLess = [...get(local), ...get(end), 0x49];
  return [0x03, 0x40, ...body.flat(), ...isLess, 0x0d, 0, 0x0b];
}

export const i32 = {
  load: (address: Code): Code => [...address, 0x28, 2, 0],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
  /** @param value From 0 to 63. */
  constant: (value: number): Code => [0x41, value],
  shiftLeft: (a: Code, b: Code): Code => [...a, ...b, 0x74],
};

const simd = (opcode: number, ...immediates: Code): Code => [0xfd, ...toLeb128(opcode), ...immediates];

export const v128 = {
  /** @param bytes 16 of them. */
  constant: (bytes: Code): Code => simd(0x0c, ...bytes),
  load: (address: Code, offset = 0): Code => [...address, ...simd(0x00, 0, offset)],
  load16Splat: (address: Code): Code => [...address, ...simd(0x08, 0, 0)],
  load32Splat: (address: Code): Code => [...address, ...simd(0x09, 0, 0)],
  store: (address: Code, value: Code, offset = 0): Code => [...address, ...value, ...simd(0x0b, 0, offset)],
  store32Lane: (address: Code, value: Code, lane: number): Code => [
    ...address,
    ...value,
    ...simd(0x5a, 0, 0, lane),
  ],
  /** @param bytes Which byte of `a` each of the 16 bytes is. */
  shuffle: (a: Code, bytes: Code): Code => [...a, ...a, ...simd(0x0d, ...bytes)],
};

export const i16x8 = {
  extendLowUnsigned: (a: Code): Code => [...a, ...simd(0x89)],
  extendHighUnsigned: (a: Code): Code => [...a, ...simd(0x8a)],
  add: (a: Code, b: Code): Code => [...a, ...b, ...simd(0x8e)],
  multiply: (a: Code, b: Code): Code => [...a, ...b, ...simd(0x95)],
};

export const i32x4 = {
  add: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xae)],
  /** Returns the sums of the products of two adjacent signed 16-bit lanes. */
  dotI16x8: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xba)],
};

export const f64x2 = {
  multiply: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf2)],
  convertLowI32x4: (a: Code): Code => [...a, ...simd(0xfe)],
};

export const f32x4 = {
  demoteF64x2: (a: Code): Code => [...a, ...simd(0x5e)],
};

/** Returns the module of these functions. It imports its memory as `kernel.memory`. */
export function assembleModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => {
    const inputs = Array.from({ length: parameters }, () => [TYPES.i32]);
    return [0x60, ...toVector(inputs), ...toVector([])];
  });
  const memory = [...toText('kernel'), ...toText('memory'), 2, 0, 1];
  const indices = functions.map((_, index) => [index]);
  const exported = functions.map(({ name }, index) => [...toText(name), 0, index]);
  const bodies = functions.map(({ locals, body }) => {
    const declared = [
      [locals.i32, TYPES.i32],
      [locals.v128, TYPES.v128],
    ];
    return withLength([...toVector(declared), ...body.flat(), 0x0b]);
  });
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...toSection(1, types),
    ...toSection(2, [memory]),
    ...toSection(3, indices),
    ...toSection(7, exported),
    ...toSection(10, bodies),
  ]);
}

function toSection(id: number, items: readonly Code[]): Code {
  return [id, ...withLength(toVector(items))];
}

function toVector(items: readonly Code[]): Code {
  return [...toLeb128(items.length), ...items.flat()];
}

function toText(value: string): Code {
  return withLength([...new TextEncoder().encode(value)]);
}

function withLength(bytes: Code): Code {
  return [...toLeb128(bytes.length), ...bytes];
}

/** Returns an unsigned number in 7 bits per byte. */
function toLeb128(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...toLeb128(value >>> 7)];
}
