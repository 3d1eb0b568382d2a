import type { Tensor, Tensor4D } from '@tensorflow/tfjs-core';
import { type Dims, padRank } from './shapes.ts';
import type { Tfjs } from './tf.ts';

/** The forms of a value. One exists at first, the others are created on demand. */
interface Forms {
  plain?: Tensor;
  spatial?: Tensor4D;
  host?: HostData;
}

type HostData =
  | { readonly dtype: 'float32'; readonly data: Float32Array }
  | { readonly dtype: 'int32'; readonly data: Int32Array }
  | { readonly dtype: 'bool'; readonly data: Uint8Array };

/**
 * A tensor of the graph, in up to 3 forms: in ONNX's layout (`plain`), channels last for tfjs's convolutions and pools
 * (`spatial`), and as numbers in JavaScript (`host`, for constants and shapes). A form is created on first use and kept
 * until `dispose`, so a chain of spatial operators never transposes.
 */
export class Value {
  /** In ONNX's layout, whatever the form. */
  readonly dims: Dims;
  /** Whether operators that support both layouts should use channels last. */
  readonly isSpatial: boolean;
  readonly #tf: Tfjs;
  readonly #forms: Forms;

  private constructor(tf: Tfjs, dims: Dims, forms: Forms) {
    this.#tf = tf;
    this.dims = dims;
    this.#forms = forms;
    this.isSpatial = forms.spatial !== undefined;
    // Values outlive the tidy() around the operator that creates them.
    if (forms.plain) tf.keep(forms.plain);
    if (forms.spatial) tf.keep(forms.spatial);
  }

  static plain(tf: Tfjs, tensor: Tensor): Value {
    return new Value(tf, tensor.shape, { plain: tensor });
  }

  static spatial(tf: Tfjs, tensor: Tensor): Value {
    const spatial = tensor as Tensor4D;
    const [batch, height, width, channels] = spatial.shape;
    return new Value(tf, [batch, channels, height, width], { spatial });
  }

  static host(tf: Tfjs, dims: Dims, host: HostData): Value {
    return new Value(tf, dims, { host });
  }

  static integers(tf: Tfjs, values: readonly number[], dims: Dims = [values.length]): Value {
    return Value.host(tf, dims, { dtype: 'int32', data: Int32Array.from(values) });
  }

  get rank(): number {
    return this.dims.length;
  }

  plain(): Tensor {
    this.#forms.plain ??= this.#tf.keep(
      this.#forms.spatial ? this.#toPlain(this.#forms.spatial) : this.#upload(),
    );
    return this.#forms.plain;
  }

  /** Returns the value channels last. A lower rank gets leading ones first, as in broadcasting. */
  spatial(): Tensor4D {
    this.#forms.spatial ??= this.#tf.keep(this.#toSpatial(this.plain()));
    return this.#forms.spatial;
  }

  /** Returns the numbers in ONNX's layout. For constants and shapes: it blocks until the GPU is done if there is no host form. */
  numbers(): number[] {
    return Array.from(this.#forms.host?.data ?? this.plain().dataSync());
  }

  floats(): Float32Array {
    const data = this.#forms.host?.data ?? this.plain().dataSync();
    return data instanceof Float32Array ? data : Float32Array.from(data);
  }

  /** Returns the numbers without blocking. */
  async read(): Promise<Float32Array> {
    const data = await this.plain().data();
    return data instanceof Float32Array ? data : Float32Array.from(data);
  }

  dispose(): void {
    this.#forms.plain?.dispose();
    this.#forms.spatial?.dispose();
  }

  #upload(): Tensor {
    const { host } = this.#forms;
    if (!host) throw new Error('a value was used after dispose');
    return this.#tf.tensor(host.data, [...this.dims], host.dtype);
  }

  // With one channel or one pixel both layouts have the same order, so a reshape is enough.

  #toPlain(tensor: Tensor4D): Tensor {
    const [, channels = 1, height = 1, width = 1] = this.dims;
    const isSameOrder = channels === 1 || height * width === 1;
    return isSameOrder ? this.#tf.reshape(tensor, [...this.dims]) : this.#tf.transpose(tensor, [0, 3, 1, 2]);
  }

  #toSpatial(tensor: Tensor): Tensor4D {
    if (this.rank > 4) throw new Error(`a tensor of rank ${this.rank} cannot be used as an image`);
    const [batch = 1, channels = 1, height = 1, width = 1] = padRank(this.dims, 4);
    if (channels === 1 || height * width === 1)
      return this.#tf.reshape(tensor, [batch, height, width, channels]);
    return this.#tf.transpose(this.#tf.reshape(tensor, [batch, channels, height, width]), [0, 2, 3, 1]);
  }
}

/** Whether to use channels last: if one value already is, and all can be converted. */
export function preferSpatial(values: readonly Value[]): boolean {
  return values.some((value) => value.isSpatial) && values.every((value) => value.rank <= 4);
}
