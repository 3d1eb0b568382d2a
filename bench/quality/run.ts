// npm run bench -- quality: do the quality scores separate good photos from artificially degraded ones?
//
// KERBSIDE_QUALITY_HALF=tune runs it on the half that measures and thresholds were tuned on,
// KERBSIDE_QUALITY_PHOTOS=… on another number of photos (about 400 in a half).
import { assessQuality, type QualityAssessment } from '../../src/analysis/quality/assess-quality.ts';
import { QUALITY_HALF_POINTS, QUALITY_THRESHOLDS } from '../../src/analysis/quality/thresholds.ts';
import { finish } from '../lib/report.ts';
import { atLeast, milliseconds, row } from '../lib/row.ts';
import { summary } from '../lib/samples.ts';
import { table } from '../lib/table.ts';
import {
  blurs,
  blursInPoorLight,
  brightenings,
  type Degradation,
  darkenings,
  flares,
  inPoorLight,
  type Spoiling,
  untouched,
} from './degradations.ts';
import { type Rgba, readLinear } from './linear-picture.ts';
import { type Half, type LabelledPhoto, photosArePresent, samplePhotos } from './photos.ts';
import { percentile, rocArea, shareAbove } from './roc.ts';

type Score = keyof typeof QUALITY_THRESHOLDS;

const longerSide = 640;
const seed = 1;
const target = 0.95;
const half: Half = process.env.KERBSIDE_QUALITY_HALF === 'tune' ? 'tune' : 'report';
const count = Number(process.env.KERBSIDE_QUALITY_PHOTOS ?? 60);
/** The available photos are smaller than phone photos. The size does not affect this measurement. */
const original = { width: 4000, height: 3000 };

const scoreOf: Record<Spoiling, Score> = {
  blur: 'blurriness',
  dark: 'underexposure',
  bright: 'overexposure',
  flare: 'lensFlare',
};
const degradations = [...blurs, ...blursInPoorLight, ...darkenings, ...brightenings, ...flares];

if (photosArePresent()) report(await measure(samplePhotos(half, count, seed)));
else finish({ bench: 'quality', rows: [], skipped: ['all of it: ../shared/data is not on this machine'] });

interface Measured {
  photos: number;
  untouched: QualityAssessment[];
  inPoorLight: QualityAssessment[];
  degraded: Map<Degradation, QualityAssessment[]>;
  took: number[];
}

async function measure(photos: LabelledPhoto[]): Promise<Measured> {
  const measured: Measured = {
    photos: photos.length,
    untouched: [],
    inPoorLight: [],
    degraded: new Map(degradations.map((degradation) => [degradation, []])),
    took: [],
  };
  const assess = (picture: Rgba) => {
    const start = performance.now();
    const assessment = assessQuality(picture, original);
    measured.took.push(performance.now() - start);
    return assessment;
  };
  for (const [number, photo] of photos.entries()) {
    const picture = await readLinear(photo.path, longerSide);
    measured.untouched.push(assess(await untouched(picture, number)));
    measured.inPoorLight.push(assess(await inPoorLight(picture, number)));
    for (const [degradation, assessments] of measured.degraded) {
      assessments.push(assess(await degradation.apply(picture, number)));
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${number + 1} of ${photos.length} photos`);
  }
  return measured;
}

function report(measured: Measured): void {
  const { untouched: good, inPoorLight: dim } = measured;
  const under = (title: string, kinds: Degradation[], against: QualityAssessment[]) => [
    [title],
    ...kinds.map((kind) => spoilt(`  ${kind.name}`, kind, [kind], against)),
  ];
  const rejectedOf = (kinds: Degradation[]) => kinds.filter((kind) => kind.rejected);
  const spoilt = (
    name: string,
    { spoils }: Degradation,
    kinds: Degradation[],
    against: QualityAssessment[],
  ) => {
    const score = scoreOf[spoils];
    const bad = kinds.flatMap((kind) => (measured.degraded.get(kind) ?? []).map((one) => one[score]));
    const reject = kinds.every((kind) => kind.rejected) ? 'yes' : '';
    const area = rocArea(
      against.map((one) => one[score]),
      bad,
    );
    const found = shareAbove(bad, QUALITY_THRESHOLDS[score]);
    const spread = [5, 50, 95].map((percent) => percentile(bad, percent).toFixed(2));
    return [name, reject, area.toFixed(3), percentOf(found), ...spread];
  };

  console.log(`${measured.photos} photos of the half '${half}' (split by group, seed ${seed}), spoilt on purpose in linear light,
then noise and JPEG, as are the untouched ones. "rejected": a person would take the photo again.
The photos were packed as WebP of 560 px before they came here: the untouched ones are a little soft, as a
phone's photo scaled to 640 px is not, so blur is harder to detect here. Some are truly dim, burnt out or soft.\n`);
  const head = ['', 'rejected', 'ROC area', 'found', 'p5', 'p50', 'p95'];
  console.log(
    table(head, [
      ...under('blurriness: sharp or blurred', blurs, good),
      ...under('blurriness, both two stops darker and noisy', blursInPoorLight, dim),
      ...under('underexposure: as is or darkened', darkenings, good),
      ...under('overexposure: as is or brightened', brightenings, good),
      ...under('lens flare: as is or with light added', flares, good),
    ]),
  );

  const overall = [blurs, darkenings, brightenings, flares].flatMap((kinds) => {
    const [first] = rejectedOf(kinds);
    return first === undefined ? [] : [{ first, cells: spoilt('', first, rejectedOf(kinds), good) }];
  });
  console.log('\nAt the strengths that a person would reject, all together, and on untouched photos:\n');
  console.log(
    table(
      ['', 'ROC area', 'found', 'false alarms', 'p50', 'p90', 'p95', 'p99'],
      overall.map(({ first, cells }) => {
        const scores = good.map((one) => one[scoreOf[first.spoils]]);
        return [
          scoreOf[first.spoils],
          cells[2] ?? '',
          cells[3] ?? '',
          percentOf(shareAbove(scores, QUALITY_THRESHOLDS[scoreOf[first.spoils]])),
          ...[50, 90, 95, 99].map((percent) => percentile(scores, percent).toFixed(2)),
        ];
      }),
    ),
  );
  const rejected = good.filter((one) =>
    overall.some(({ first }) => rejects(one, scoreOf[first.spoils])),
  ).length;
  finish({
    bench: 'quality',
    rows: [
      ...overall.map(({ first, cells }) => {
        const measured = { figure: Number(cells[2]) };
        // Flare is synthetic: its ROC area is less meaningful and has no target.
        return row(
          `${scoreOf[first.spoils]}: ROC area`,
          measured,
          first.spoils === 'flare' ? undefined : atLeast(target),
        );
      }),
      row('untouched photos rejected', { figure: (100 * rejected) / good.length, unit: '%' }),
      row('assessQuality, one photo', milliseconds(summary(measured.took))),
    ],
    details: { half, seed, thresholds: QUALITY_THRESHOLDS, halfPoints: QUALITY_HALF_POINTS },
  });
}

function rejects(assessment: QualityAssessment, score: Score): boolean {
  return assessment[score] > QUALITY_THRESHOLDS[score];
}

function percentOf(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
