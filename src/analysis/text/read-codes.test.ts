import { describe, expect, it } from 'vitest';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { rectangleQuad } from './quad.ts';
import { readMileage } from './read-mileage.ts';
import { readPlate } from './read-plate.ts';
import type { RecognizedLine } from './recognized-line.ts';

interface LineOptions {
  left?: number;
  top?: number;
  height?: number;
  /** Width of a letter, relative to its height. */
  letterWidth?: number;
  doubts?: Parameters<typeof createColumns>[2];
  alphabet?: string;
}

/** The alphabet of a recognizer without spaces and lower-case letters. */
const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.';

function line(
  text: string,
  { left = 0, top = 0, height = 20, letterWidth = 0.6, doubts = {}, alphabet = ASCII }: LineOptions = {},
): RecognizedLine {
  const columns = createColumns(text, alphabet, doubts);
  const quad = rectangleQuad(left, top, left + text.length * height * letterWidth, top + height);
  return { quad, columns, line: decodeLine(columns) };
}

describe('readPlate', () => {
  it('reads the largest text, not the state or the dealer', () => {
    const read = readPlate([
      line('CALIFORNIA', { height: 16 }),
      line('7ABC123', { top: 30, height: 50 }),
      line('dmv.ca.gov', { top: 90, height: 12 }),
    ]);
    expect(read).toMatchObject({ plate: '7ABC123', countries: expect.arrayContaining(['BE', 'US']) });
  });

  it('drops separators', () => {
    expect(readPlate([line('AB-123-CD')])).toMatchObject({
      plate: 'AB123CD',
      countries: expect.arrayContaining(['FR', 'IT', 'AR']),
    });
  });

  it('prefers a known pattern if a look-alike is nearly as likely', () => {
    // The plain reading is AB-I23-CD; French plates have a digit there.
    const read = readPlate([line('ABI23CD', { doubts: { 2: ['1', 0.3] } })]);
    expect(read?.plate).toBe('AB123CD');
  });

  it('replaces a letter by the digit it looks like if a known pattern has one', () => {
    expect(readPlate([line('ABI23CD')])?.plate).toBe('AB123CD');
    expect(readPlate([line('CKOAIF')])).toMatchObject({ plate: 'CK0A1F', countries: ['US'] });
  });

  it('keeps the letter if a known pattern has one, and never replaces a digit by a letter', () => {
    expect(readPlate([line('MOI123')])?.plate).toBe('MOI123');
    expect(readPlate([line('1049338')])?.plate).toBe('1049338');
  });

  it('returns a plate of an unknown pattern as read', () => {
    expect(readPlate([line('K1NG', { doubts: {} })])?.plate).toBe('K1NG');
    expect(readPlate([line('ABX23CD')])?.plate).toBe('ABX23CD');
  });

  it('follows the patterns of the country that is known', () => {
    // Brazil uses every letter; its fifth character is a letter, the others after the third are digits.
    expect(readPlate([line('ABO1O23')], 'BR')?.plate).toBe('ABO1O23');
    expect(readPlate([line('AB01023')], 'BR')?.plate).toBe('ABO1023');
    expect(readPlate([line('ABCIDO3')], 'BR')?.plate).toBe('ABC1D03');
    // France uses neither I nor O, so a digit that looks like one stays.
    expect(readPlate([line('A0123CD')], 'FR')?.plate).toBe('A0123CD');
    expect(readPlate([line('ABI2OCD')], 'FR')?.plate).toBe('AB120CD');
    expect(readPlate([line('K1NG')], 'BR')?.plate).toBe('K1NG');
  });

  it.each([
    ['AT', 'DO123AB', 'Dornbirn'],
    ['AT', 'I1234AB', 'Innsbruck'],
    ['CA', 'E12ABC', 'Quebec'],
    ['IN', 'OD02AB1234', 'Odisha'],
    ['ME', 'KOAB123', 'Kotor'],
    ['SK', 'PO123AB', 'Prešov'],
    ['ZA', 'CA123456', 'Cape Town'],
  ])('knows the letters of the regions of %s: %s', (country, plate) => {
    expect(readPlate([line(plate)], country)).toMatchObject({
      plate,
      countries: expect.arrayContaining([country]),
    });
  });

  it('takes a 0 for the O of a region', () => {
    expect(readPlate([line('P0123AB')], 'SK')?.plate).toBe('PO123AB');
  });

  it('returns 0 for an O on plates of the USA, which do not distinguish them', () => {
    expect(readPlate([line('OSG719')], 'US')?.plate).toBe('0SG719');
    expect(readPlate([line('5LOD951')], 'US')?.plate).toBe('5L0D951');
    expect(readPlate([line('K1OG')], 'US')?.plate).toBe('K10G');
    // A digit that the pattern has costs nothing, so it is not taken for a letter.
    expect(readPlate([line('UH1F0F', { doubts: { 2: ['I', 0.4] } })], 'US')?.plate).toBe('UH1F0F');
  });

  it('drops or adds a character of a known country if it is uncertain', () => {
    // A crest is read as an L; one of two letters is lost.
    expect(readPlate([line('AB1LC2D', { doubts: { 3: [' ', 0.4] } })], 'US')?.plate).toBe('AB1C2D');
    expect(readPlate([line('AB1LC2D')], 'US')?.plate).toBe('AB1LC2D');
    expect(readPlate([line('AB1LC2D', { doubts: { 3: [' ', 0.4] } })])?.plate).toBe('AB1LC2D');
  });

  it('knows the region that the plate names, and its patterns', () => {
    const named = (name: string) =>
      readPlate([line(name, { height: 12 }), line('AB01023', { top: 20, height: 50 })]);
    expect(named('BRASIL')).toMatchObject({ plate: 'ABO1023', region: 'BR' });
    expect(named('California')?.region).toBe('US-CA');
    expect(named('WEST VIRGINIA')?.region).toBe('US-WV');
    expect(named('WASHINGTON')?.region).toBe('US-WA');
    expect(named('WASHINGTON, DC')?.region).toBe('US-DC');
    expect(named('dealer.com')).not.toHaveProperty('region');
  });

  describe('of an unknown country', () => {
    /** The number fills a plate that is half as high as wide. */
    const american = (text: string, doubts: LineOptions['doubts'] = {}) =>
      readPlate([line(text, { letterWidth: 0.4, doubts })])?.plate;
    const european = (text: string, doubts: LineOptions['doubts'] = {}) =>
      readPlate([line(text, { doubts })])?.plate;

    it('takes a short, high number for one of North America', () => {
      expect(american('R8Z0503', { 2: ['2', 0.02] })).toBe('R820503');
      expect(american('LFCW533', { 0: ['4', 0.1] })).toBe('4FCW533');
      expect(american('59CADI')).toBe('59CADI');
      expect(american('5LOD951')).toBe('5L0D951');
      expect(american('HLOKTY1')).toBe('HL0KTY1');
    });

    it('does not do so with a long one', () => {
      expect(european('R8Z0503', { 2: ['2', 0.02] })).toBe('R8Z0503');
      expect(european('LFCW533', { 0: ['4', 0.1] })).toBe('LFCW533');
    });

    it('changes neither a number of the USA nor one of a country with short plates', () => {
      expect(american('AYE132', { 0: ['4', 0.4] })).toBe('AYE132');
      expect(american('OYY6450')).toBe('OYY6450');
      expect(american('ABO1D23')).toBe('ABO1D23');
      expect(american('AB12COE')).toBe('AB12COE');
    });

    it('keeps a Q that Canada has at this place', () => {
      expect(american('QBYQ555')).toBe('QBYQ555');
    });
  });

  it('joins a number that is cut at the gap between its groups', () => {
    const read = readPlate([line('AB12', { height: 40 }), line('CDE', { left: 120, height: 40 })]);
    expect(read?.plate).toBe('AB12CDE');
  });

  it('joins the two lines of a motorcycle or square plate', () => {
    const read = readPlate([line('AB', { left: 20, height: 40 }), line('1234', { top: 50, height: 40 })]);
    expect(read?.plate).toBe('AB1234');
  });

  it('returns undefined without lines', () => {
    expect(readPlate([])).toBeUndefined();
  });
});

describe('readMileage', () => {
  it('reads the digits and their unit', () => {
    expect(readMileage([line('128406 km')])).toMatchObject({ value: 128406, unit: 'km', unitSeen: true });
    expect(readMileage([line('045210'), line('miles', { top: 30 })])).toMatchObject({
      text: '045210',
      value: 45210,
      unit: 'miles',
    });
  });

  it('assumes kilometres, with unitSeen false', () => {
    expect(readMileage([line('98123')])).toMatchObject({ unit: 'km', unitSeen: false });
  });

  it('reads letters as the digits they look like', () => {
    expect(readMileage([line('1O8S3B')])?.text).toBe('108538');
  });

  it.each([
    ['45231 mi', '45231', 'miles'],
    ['45231mi', '45231', 'miles'],
    ['45231 miles', '45231', 'miles'],
    ['45231miles', '45231', 'miles'],
    ['128406 MI', '128406', 'miles'],
    ['ODO 123456', '123456', 'km'],
    ['ODO 123456 km', '123456', 'km'],
    ['ODO:123456km', '123456', 'km'],
    ['ODO 45231 mi', '45231', 'miles'],
    ['TRIP A 123.4', '123.4', 'km'],
    ['Total: 12345 km', '12345', 'km'],
    ['45231 D', '45231', 'km'],
  ])('does not read the letters of a label or unit as digits: %s', (written, text, unit) => {
    expect(readMileage([line(written)])).toMatchObject({ text, unit, value: Number(text) });
  });

  it.each([
    ['ODO123456KM', '123456', 'km'],
    ['45231MILES', '45231', 'miles'],
    ['45231M1', '45231', 'km'],
    ['TRIPA123.4', '123.4', 'km'],
    ['TOTAL12345KM', '12345', 'km'],
  ])('does not need a space between label and number: %s', (written, text, unit) => {
    expect(readMileage([line(written, { alphabet: CAPITALS })])).toMatchObject({ text, unit });
  });

  it('returns a confidence per character of the number, not of the unit', () => {
    expect(readMileage([line('ODO 45231 mi')])?.characterConfidences).toHaveLength(5);
  });

  it('reads the longest of several numbers of a line', () => {
    expect(readMileage([line('TRIP A 98.7 ODO 123456')])?.text).toBe('123456');
  });

  it('joins separate thousands and number wheels, including look-alike letters', () => {
    expect(readMileage([line('123 456')])?.text).toBe('123456');
    expect(readMileage([line('120 OOO km')])?.text).toBe('120000');
    expect(readMileage([line('1 2 O 4 5')])?.text).toBe('12045');
  });

  it('ignores clock, temperature, speed and trip', () => {
    const read = readMileage([
      line('12:45', { height: 40 }),
      line('21°', { top: 50, height: 40 }),
      line('120 km/h', { top: 100, height: 40 }),
      line('TRIP A 1234.5', { top: 150, height: 40 }),
      line('84211', { top: 200 }),
    ]);
    expect(read?.value).toBe(84211);
  });

  it('knows the unit beside a speed', () => {
    expect(readMileage([line('45231 mi 20 mph')])).toMatchObject({ value: 45231, unit: 'miles' });
    expect(readMileage([line('45231'), line('20 mph', { top: 30 })])).toMatchObject({ unitSeen: false });
  });

  it('keeps the decimal of a trip meter', () => {
    expect(readMileage([line('1234.5')])?.value).toBe(1234.5);
  });

  it('treats a comma before one or two digits as decimal, before three as thousands', () => {
    expect(readMileage([line('12345,6 km')])).toMatchObject({ text: '12345.6', value: 12345.6 });
    expect(readMileage([line('123 456,7')])?.value).toBe(123456.7);
    expect(readMileage([line('12.345,6')])?.value).toBe(12345.6);
    expect(readMileage([line('123,456')])?.value).toBe(123456);
    expect(readMileage([line('1,234.5')])?.value).toBe(1234.5);
  });

  it('treats a point before three digits as thousands', () => {
    expect(readMileage([line('123.456')])).toMatchObject({ text: '123.456', value: 123456 });
    expect(readMileage([line('1.234.567')])?.value).toBe(1234567);
    expect(readMileage([line('1.234.5')])?.value).toBe(1234.5);
  });

  it('returns undefined without digits', () => {
    expect(readMileage([line('km')])).toBeUndefined();
    expect(readMileage([line('ODO')])).toBeUndefined();
  });
});
