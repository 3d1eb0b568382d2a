import { PADDING_GREY } from '../../analysis/pixels/letterbox.ts';
import { COLUMN_WEIGHT_SUM, ROW_WEIGHT_SUM } from '../../analysis/pixels/scaling-taps.ts';

/** The side of the square of pixels that a workgroup computes. */
export const WORKGROUP_SIDE = 8;

/**
 * The same as `PhotoScaler`, one pixel of the canvas per invocation.
 *
 * The weighted sums are integers, as there, so that a GPU computes them exactly. Only the last multiplication rounds.
 */
export const PHOTO_LAYOUT_SHADER = `
struct Sizes {
  region: vec2u,
  scaled: vec2u,
  canvas: vec2u,
  columnTaps: u32,
  rowTaps: u32,
  origin: vec2u,
  photoWidth: u32,
}
@group(0) @binding(0) var<storage, read> photo: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<i32>;
@group(0) @binding(2) var<storage, read> rows: array<i32>;
@group(0) @binding(3) var<storage, read_write> tensor: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

@compute @workgroup_size(${WORKGROUP_SIDE}, ${WORKGROUP_SIDE})
fn layOut(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= sizes.canvas)) { return; }
  var colour = vec3f(${PADDING_GREY});
  if (all(id.xy < sizes.scaled)) {
    let column = id.x * (1 + sizes.columnTaps);
    let row = id.y * (1 + sizes.rowTaps);
    var sum = vec3i(0);
    for (var i = 0u; i < sizes.columnTaps; i++) {
      let columnWeight = columns[column + 1 + i];
      // The taps beyond the edge have a weight of 0.
      let x = min(u32(columns[column]) + i, sizes.region.x - 1);
      var blended = vec3i(0);
      for (var j = 0u; j < sizes.rowTaps; j++) {
        let y = min(u32(rows[row]) + j, sizes.region.y - 1);
        let word = photo[(sizes.origin.y + y) * sizes.photoWidth + sizes.origin.x + x];
        blended += rows[row + 1 + j] * vec3i(vec3u(word, word >> 8, word >> 16) & vec3u(255));
      }
      sum += columnWeight * blended;
    }
    colour = vec3f(sum) * ${1 / (ROW_WEIGHT_SUM * COLUMN_WEIGHT_SUM * 255)};
  }
  let plane = sizes.canvas.x * sizes.canvas.y;
  let at = id.y * sizes.canvas.x + id.x;
  tensor[at] = colour.r;
  tensor[at + plane] = colour.g;
  tensor[at + 2 * plane] = colour.b;
}
`;
