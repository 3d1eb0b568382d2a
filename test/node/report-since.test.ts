import { beforeAll, describe, expect, test } from 'vitest';
import { KerbsideError } from '../../src/errors.ts';
import type { Kerbside } from '../../src/kerbside.ts';
import { renderReport } from '../../src/node/report/reports.ts';
import type { ReportedApi } from '../../src/report/reports.ts';
import type { PdfRequestInput } from '../../src/wire/pdf.ts';
import { refusal } from '../conformance/api-under-test.ts';
import { pdfText, pdfTexts } from '../fixtures/pdf-text.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import type { RentalInspection } from '../fixtures/rental.ts';
import { BACK, OUT, openOffice } from './support/rental-office.ts';

const SINCE = 'Since the inspection of 1 Mar 2026, 09:30 UTC';

let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  photo = await jpegPhoto({ seed: 4, width: 320, height: 240, view: 'side' });
});

const office = () => openOffice([photo]);

/** As much of Kerbside as reports need, where one inspection can not be read. */
function without({ inspections, images }: Kerbside, id: string, error: KerbsideError): ReportedApi {
  const getOne: typeof inspections.getOne = async (asked, options) => {
    if (asked === id) throw error;
    return inspections.getOne(asked, options);
  };
  return { inspections: { ...inspections, getOne }, images };
}

/** The report of a car that came back. */
async function returned(out: RentalInspection, back: RentalInspection, request?: PdfRequestInput) {
  const { inspectAt, report } = await office();
  const follows = await inspectAt(OUT, out);
  const id = await inspectAt(BACK, { follows, ...back });
  const pdf = await report(id, request);
  return { follows, pdf, text: await pdfText(pdf) };
}

/** The cells of the table below a heading, row by row. */
async function rowsBelow(pdf: ArrayBuffer, heading: string): Promise<string[][]> {
  const texts = (await pdfTexts(pdf)).flat();
  const from = texts.findIndex(({ text }) => text === heading);
  const head = texts.findIndex(({ text, size }, index) => index > from && size === 7.5 && text === 'Photos');
  const rows = new Map<number, string[]>();
  for (const { text, y, size } of texts.slice(head + 1)) {
    if (size !== 9) break;
    rows.set(y, [...(rows.get(y) ?? []), text]);
  }
  return [...rows.values()];
}

/** What stands in the tile with this label. */
async function tile(pdf: ArrayBuffer, ...label: string[]): Promise<string | undefined> {
  const texts = (await pdfTexts(pdf)).flat();
  const at = texts.findIndex((_, index) => label.every((line, by) => texts[index + by]?.text === line));
  return at < 0 ? undefined : texts[at + label.length]?.text;
}

describe('the report of an inspection that follows another', () => {
  test('says what is new, what was known, and what was not seen again', async () => {
    const { pdf, text, follows } = await returned(
      {
        damages: [
          ['dent', 'hood'],
          ['rustiness', 'roof'],
        ],
      },
      {
        photos: [photo, photo],
        damages: [
          ['dent', 'hood'],
          ['scratch', 'door_front_left', 2],
        ],
      },
    );
    expect(text).toContain(SINCE);
    const byPart = (type: string) => new RegExp(`^(\\d) ${type}`, 'm').exec(text)?.[1];
    expect(await rowsBelow(pdf, SINCE)).toEqual([
      ['New', 'Door (front left)', `${byPart('Scratch')} Scratch`, '2'],
      ['Known before', 'Hood', `${byPart('Dent')} Dent`, '1'],
      ['Not seen again', 'Roof', 'Rust', ''],
    ]);
    expect(text).toContain('New: the earlier inspection has no such damage there.');
    expect(text).toMatch(/^\d: the earlier inspection may have missed it, or have no photo of it\.$/m);
    expect(text).toContain('Not seen again: repaired, or missed or not photographed this time.');
    expect(text).toContain(`Plate: AB-123-CD · Photos: 1 · Damages: 2\nInspection ${follows}`);
    expect(await tile(pdf, 'New damages')).toBe('1');
  });

  test('marks what is new in the table by part and on the photos, in words, and nothing else', async () => {
    const { text } = await returned(
      { damages: [['dent', 'hood']] },
      {
        damages: [
          ['dent', 'hood'],
          ['scratch', 'door_front_left'],
        ],
      },
    );
    expect(text).toMatch(/^\d Scratch · new$/m);
    expect(text).toMatch(/^\d Dent$/m);
    expect(text).toMatch(/^New · Scratch · Door \(front left\)$/m);
    expect(text).toMatch(/^Dent · Hood$/m);
  });

  test('claims nothing of close-ups whose part and side nobody knows', async () => {
    const unplaced: RentalInspection = { damages: [['dent', 'ignore']] };
    const { pdf, text } = await returned(unplaced, {
      damages: [
        ['dent', 'ignore'],
        ['scratch', 'ignore'],
      ],
    });
    const number = (type: string) => new RegExp(`^(\\d) ${type}`, 'm').exec(text)?.[1];
    expect(await rowsBelow(pdf, SINCE)).toEqual([
      ['New', 'Part not identified', `${number('Scratch')} Scratch`, '1'],
      ['New?', 'Part not identified', `${number('Dent')} Dent`, '1'],
      ['Seen again?', 'Part not identified', 'Dent', ''],
    ]);
    expect(await tile(pdf, 'New damages')).toBe('1 to 2');
    expect(text).toMatch(/^\d Dent · new\?$/m);
    expect(text).toMatch(/^New\? · Dent$/m);
    expect(text).toContain('With a question mark: both inspections have damage of that kind');
    expect(text).not.toContain('No new damage');
  });

  test('says that nothing is new', async () => {
    const same: RentalInspection = { damages: [['dent', 'hood']] };
    const { pdf, text } = await returned(same, same);
    expect(await tile(pdf, 'New damages')).toBe('0');
    expect(text).toContain('No new damage was found.');
    expect(await rowsBelow(pdf, SINCE)).toEqual([['Known before', 'Hood', '1 Dent', '1']]);
    expect(text).not.toMatch(/· new|^New ·|^New$/m);
  });

  test('says how far the car went, where both have a mileage', async () => {
    const { text } = await returned({ km: 48_210 }, { km: 48_522 });
    expect(text).toContain('Mileage: 48,210 km · Driven since: 312 km');
    expect((await returned({ km: 48_210 }, {})).text).not.toContain('Driven since');
    expect((await returned({ km: 48_210 }, { km: 210 })).text).not.toContain('Driven since');
  });

  test('in French all of it', async () => {
    const { pdf, text } = await returned(
      {
        damages: [
          ['dent', 'hood'],
          ['rustiness', 'roof'],
        ],
        km: 48_210,
      },
      {
        damages: [
          ['dent', 'hood'],
          ['scratch', 'door_front_left'],
        ],
        km: 48_522,
      },
      { language: 'fr' },
    );
    const heading = 'Depuis l’inspection du 1 mars 2026, 09:30 UTC';
    expect(text).toContain(heading);
    expect((await rowsBelow(pdf, heading)).map(([status]) => status)).toEqual([
      'Nouveau',
      'Déjà connu',
      'Non revu',
    ]);
    expect(text).toMatch(/^\d Rayure · nouveau$/m);
    expect(text).toContain('Parcouru depuis : 312 km');
    expect(await tile(pdf, 'Nouveaux dommages')).toBe('1');
    expect(text).not.toMatch(/\bnew\b|Known|Since|seen again/i);
  });
});

describe('what can not be compared is said', () => {
  test('an earlier inspection that is not here', async () => {
    const { inspectAt, report } = await office();
    const id = await inspectAt(BACK, { follows: 'made-elsewhere', damages: [['dent', 'hood']] });
    const pdf = await report(id);
    const text = (await pdfText(pdf)).replaceAll('\n', ' ');
    expect(text).toContain('This inspection follows an earlier one (made-elsewhere), which can not be read');
    expect(await tile(pdf, 'New damages')).toBe('Not known');
    expect(text).not.toContain('· new');
    const french = (await pdfText(await report(id, { language: 'fr' }))).replaceAll('\n', ' ');
    expect(french).toContain('Cette inspection en suit une autre (made-elsewhere), qui ne peut pas être lue');
  });

  test('one that whoever asks may not read', async () => {
    const { kerbside, inspectAt, report } = await office();
    const follows = await inspectAt(OUT, {});
    const id = await inspectAt(BACK, { follows });
    const api = without(kerbside, follows, new KerbsideError('forbidden', 'not yours'));
    expect(await pdfText(await report(id, {}, api))).toContain('Since the earlier inspection');
  });

  test('one that was deleted', async () => {
    const { kerbside, inspectAt, report } = await office();
    const follows = await inspectAt(OUT, { damages: [['rustiness', 'roof']] });
    const id = await inspectAt(BACK, { follows, damages: [['dent', 'hood']] });
    await kerbside.inspections.deleteOne(follows);
    const text = await pdfText(await report(id));
    expect(text).toContain('Since the earlier inspection');
    expect(text).not.toMatch(/Rust|· new/);
  });

  test('one that has neither photos nor damages', async () => {
    const { pdf, text } = await returned({ photos: [] }, { damages: [['dent', 'hood']] });
    expect(text).toContain('The earlier inspection has neither photos nor damages');
    expect(await tile(pdf, 'New damages')).toBe('Not known');
    expect(text).not.toContain('· new');
  });

  test('photos that nobody is known to have searched', async () => {
    const then = 'No model has searched the photos of the earlier inspection for damage';
    const now = 'No model has searched the photos of this inspection for damage';
    const named: RentalInspection = { damages: [['dent', 'hood']] };
    const unsearched = (await returned({}, named)).text;
    expect(unsearched).toContain(then);
    expect(unsearched).not.toContain(now);
    const { pdf, text } = await returned(named, {});
    expect(text).toContain(now);
    expect(text).not.toContain('No new damage was found');
    expect(await tile(pdf, 'New damages')).toBe('Not known');
    const searched: RentalInspection = { isSearched: true };
    expect((await returned(searched, searched)).text).not.toContain('No model has searched');
    expect((await returned(named, named)).text).not.toContain('No model has searched');
  });
});

describe('there is nothing to say', () => {
  const silent = async (pdf: ArrayBuffer) => {
    const text = await pdfText(pdf);
    expect(text).toContain('Dent');
    expect(text).not.toMatch(/Since|New|· new/);
  };

  test('where no other inspection is named', async () => {
    const { inspectAt, report } = await office();
    await silent(await report(await inspectAt(BACK, { damages: [['dent', 'hood']] })));
  });

  test('where the other one is later', async () => {
    const { inspectAt, report } = await office();
    const later = await inspectAt(BACK, {});
    await silent(await report(await inspectAt(OUT, { follows: later, damages: [['dent', 'hood']] })));
  });
});

test('that the earlier inspection could not be read for another reason fails the report', async () => {
  const { kerbside, inspectAt, report } = await office();
  const follows = await inspectAt(OUT, {});
  const id = await inspectAt(BACK, { follows });
  const api = without(kerbside, follows, new KerbsideError('storage_unavailable', 'no disk'));
  expect(await refusal(report(id, {}, api))).toMatchObject({ code: 'storage_unavailable' });
});

test('a service hands in the earlier inspection as its store holds it', async () => {
  const { kerbside, store, inspectAt } = await office();
  const follows = await inspectAt(OUT, {});
  const id = await inspectAt(BACK, { follows, damages: [['dent', 'hood']] });
  const stateOf = async (of: string) => {
    const loaded = await store.load(of);
    if (!loaded) throw new Error('The store lost the inspection');
    return loaded.state;
  };
  const render = async () => {
    const read = async (imageId: string) => (await kerbside.images.photo(imageId)).bytes;
    const [state, earlier] = [await stateOf(id), await stateOf(follows)];
    return renderReport(state, read, { pricing: false, language: 'en' }, { earlier });
  };
  expect(await pdfText(await render())).toContain(SINCE);
  await kerbside.inspections.deleteOne(follows);
  expect(await pdfText(await render())).toContain('Since the earlier inspection');
});
