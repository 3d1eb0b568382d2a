import { beforeAll, describe, expect, test } from 'vitest';
import { KerbsideError } from '../../../src/errors.ts';
import type { Kerbside } from '../../../src/kerbside.ts';
import { renderReport } from '../../../src/node/report/reports.ts';
import type { InspectionSource } from '../../../src/report/reports.ts';
import type { PdfRequestInput } from '../../../src/wire/pdf.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { pdfText, pdfTexts } from '../../fixtures/pdf-text.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import type { RentalInspection } from '../../fixtures/rental.ts';
import { BACK, OUT, openOffice } from '../support/rental-office.ts';

const SINCE = 'Since the inspection of 1 Mar 2026, 09:30 UTC';

let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  photo = await jpegPhoto({ seed: 4, width: 320, height: 240, view: 'side' });
});

const office = () => openOffice([photo]);

/** Returns the part of Kerbside that reports read; one inspection cannot be read. */
function withUnreadable(
  { inspections, images }: Kerbside,
  id: string,
  error: KerbsideError,
): InspectionSource {
  const getOne: typeof inspections.getOne = async (requestedId, options) => {
    if (requestedId === id) throw error;
    return inspections.getOne(requestedId, options);
  };
  return { inspections: { ...inspections, getOne }, images };
}

/** Reports on the second of two inspections of a car. By default, a user looked at the photos of both. */
async function reportReturn(out: RentalInspection, back: RentalInspection, request?: PdfRequestInput) {
  const { inspectAt, report } = await office();
  const follows = await inspectAt(OUT, { isConfirmed: true, ...out });
  const id = await inspectAt(BACK, { follows, isConfirmed: true, ...back });
  const pdf = await report(id, request);
  return { follows, pdf, text: await pdfText(pdf) };
}

/** Returns the cells of the table below a heading, row by row. */
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

/** Returns the value of the tile with this label. */
async function tileValue(pdf: ArrayBuffer, ...label: string[]): Promise<string | undefined> {
  const texts = (await pdfTexts(pdf)).flat();
  const at = texts.findIndex((_, index) => label.every((line, by) => texts[index + by]?.text === line));
  return at < 0 ? undefined : texts[at + label.length]?.text;
}

describe('the report of an inspection that follows an earlier one', () => {
  // Proves spec 2.4.
  test('lists new, same and gone damages', async () => {
    const { pdf, text, follows } = await reportReturn(
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
      ['Same', 'Hood', `${byPart('Dent')} Dent`, '1'],
      ['Gone', 'Roof', 'Rust', ''],
    ]);
    expect(text).toContain('New: the earlier inspection has no damage of this type at this place.');
    expect(text).toMatch(/^\d: the earlier inspection has a photo of the same side/m);
    expect(text).toContain('Gone: this inspection could have shown it.');
    expect(text).toContain(`Plate: AB-123-CD · Photos: 1 · Damages: 2\nInspection ${follows}`);
    expect(await tileValue(pdf, 'New damages')).toBe('1');
  });

  test('marks only new damages in the table by part and on the photos', async () => {
    const { text } = await reportReturn(
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

  test('marks damages on close-ups without part and side as unclear', async () => {
    const unplaced: RentalInspection = { damages: [['dent', 'ignore']] };
    const { pdf, text } = await reportReturn(unplaced, {
      photos: [await jpegPhoto({ seed: 7, view: 'rear', width: 320, height: 240 })],
      damages: [
        ['dent', 'ignore'],
        ['scratch', 'ignore'],
      ],
    });
    const number = (type: string) => new RegExp(`^(\\d) ${type}`, 'm').exec(text)?.[1];
    expect(await rowsBelow(pdf, SINCE)).toEqual([
      ['Unclear (new?)', 'Part not identified', `${number('Dent')} Dent`, '1'],
      ['Unclear (new?)', 'Part not identified', `${number('Scratch')} Scratch`, '1'],
      ['Not seen this time', 'Part not identified', 'Dent', ''],
    ]);
    expect(await tileValue(pdf, 'New damages')).toBe('0 to 2');
    expect(text).toMatch(/^\d Dent · unclear$/m);
    expect(text).toMatch(/^Unclear \(new\?\) · Dent$/m);
    expect(text).toContain('Unclear: both inspections have damage of this type');
    expect(text).not.toContain('No new damage');
  });

  test('states that there is no new damage', async () => {
    const same: RentalInspection = { damages: [['dent', 'hood']] };
    const { pdf, text } = await reportReturn(same, same);
    expect(await tileValue(pdf, 'New damages')).toBe('0');
    expect(text).toContain('No new damage was found.');
    expect(await rowsBelow(pdf, SINCE)).toEqual([['Same', 'Hood', '1 Dent', '1']]);
    expect(text).not.toMatch(/· new|^New ·|^New$/m);
  });

  test('shows the distance driven if both inspections have a mileage', async () => {
    const { text } = await reportReturn({ km: 48_210 }, { km: 48_522 });
    expect(text).toContain('Mileage: 48,210 km · Driven since: 312 km');
    expect((await reportReturn({ km: 48_210 }, {})).text).not.toContain('Driven since');
    expect((await reportReturn({ km: 48_210 }, { km: 210 })).text).not.toContain('Driven since');
  });

  test('is all in French', async () => {
    const { text } = await reportReturn(
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
    for (const status of ['Nouveau', 'Identique', 'Disparu'])
      expect(text).toMatch(new RegExp(`^${status}$`, 'm'));
    expect(text).toMatch(/^\d Rayure · nouveau$/m);
    expect(text).toContain('Parcouru depuis : 312 km');
    expect(text).toContain('Nouveaux\ndommages\n1\n');
    expect(text).not.toMatch(/\bnew\b|Same|Since|gone/i);
  });
});

describe('the report states that it cannot compare with', () => {
  test('an inspection that is not on this device', async () => {
    const { inspectAt, report } = await office();
    const id = await inspectAt(BACK, { follows: 'made-elsewhere', damages: [['dent', 'hood']] });
    const pdf = await report(id);
    const text = (await pdfText(pdf)).replaceAll('\n', ' ');
    expect(text).toContain('This inspection follows an earlier one (made-elsewhere), which cannot be read');
    expect(await tileValue(pdf, 'New damages')).toBe('Unknown');
    expect(text).not.toContain('· new');
    const french = (await pdfText(await report(id, { language: 'fr' }))).replaceAll('\n', ' ');
    expect(french).toContain('Cette inspection en suit une autre (made-elsewhere), qui ne peut pas être lue');
  });

  test('an inspection that the user must not read', async () => {
    const { kerbside, inspectAt, report } = await office();
    const follows = await inspectAt(OUT, {});
    const id = await inspectAt(BACK, { follows });
    const api = withUnreadable(kerbside, follows, new KerbsideError('forbidden', 'not yours'));
    expect(await pdfText(await report(id, {}, api))).toContain('Since the earlier inspection');
  });

  test('a deleted inspection', async () => {
    const { kerbside, inspectAt, report } = await office();
    const follows = await inspectAt(OUT, { damages: [['rustiness', 'roof']] });
    const id = await inspectAt(BACK, { follows, damages: [['dent', 'hood']] });
    await kerbside.inspections.deleteOne(follows);
    const text = await pdfText(await report(id));
    expect(text).toContain('Since the earlier inspection');
    expect(text).not.toMatch(/Rust|· new/);
  });

  test('an inspection without photos and damages', async () => {
    const { pdf, text } = await reportReturn({ photos: [] }, { damages: [['dent', 'hood']] });
    expect(text).toContain('The earlier inspection has no photos and no damages');
    expect(await tileValue(pdf, 'New damages')).toBe('Unknown');
    expect(text).not.toContain('· new');
  });

  test('a vehicle of which no person said that it had no damage', async () => {
    const then = 'At the earlier inspection, no person confirmed';
    const now = 'No person has confirmed the condition of this vehicle';
    const named: RentalInspection = { damages: [['dent', 'hood']] };
    const unsearched = (await reportReturn({ isConfirmed: false }, named)).text;
    expect(unsearched).toContain(then);
    expect(unsearched).not.toContain(now);
    expect(unsearched).toContain('Unclear (new?)');
    expect(unsearched).not.toContain('both inspections have damage of this type');
    expect(unsearched.replaceAll('\n', ' ')).toContain('photos of the other inspection could not show it');
    const { pdf, text } = await reportReturn(named, { isConfirmed: false });
    expect(text).toContain(now);
    expect(text).not.toContain('No new damage was found');
    expect(text).not.toContain('Gone');
    expect(text).toContain('Not seen this time');
    expect(await tileValue(pdf, 'New damages')).toBe('Unknown');
    const searched: RentalInspection = { isAnalysed: true };
    for (const both of [searched, named]) expect((await reportReturn(both, both)).text).not.toContain(now);
  });
});

describe('the report has no comparison', () => {
  const expectNoComparison = async (pdf: ArrayBuffer) => {
    const text = await pdfText(pdf);
    expect(text).toContain('Dent');
    expect(text).not.toMatch(/Since|New|· new/);
  };

  test('if there is no related inspection', async () => {
    const { inspectAt, report } = await office();
    await expectNoComparison(await report(await inspectAt(BACK, { damages: [['dent', 'hood']] })));
  });

  test('if the related inspection is later', async () => {
    const { inspectAt, report } = await office();
    const later = await inspectAt(BACK, {});
    await expectNoComparison(
      await report(await inspectAt(OUT, { follows: later, damages: [['dent', 'hood']] })),
    );
  });
});

test('fails if the earlier inspection cannot be read for another reason', async () => {
  const { kerbside, inspectAt, report } = await office();
  const follows = await inspectAt(OUT, {});
  const id = await inspectAt(BACK, { follows });
  const api = withUnreadable(kerbside, follows, new KerbsideError('storage_unavailable', 'no disk'));
  expect(await rejection(report(id, {}, api))).toMatchObject({ code: 'storage_unavailable' });
});

test('renders with the earlier inspection as a store returns it', async () => {
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
