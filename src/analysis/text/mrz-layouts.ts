/**
 * The layouts of machine-readable zones (ICAO 9303). Each line is a list of spans; a check digit names the spans it
 * covers.
 */

/** A: letters. 0: digits. X: any character. All may contain fillers. */
export type SpanKind = 'A' | '0' | 'X';
export interface Span {
  name: string;
  length: number;
  kind: SpanKind;
  /** For a check digit: the spans that it covers, concatenated. */
  checks?: readonly string[];
}

export interface MrzLayout {
  format: 'TD3' | 'TD1' | 'FR_ID';
  lines: readonly (readonly Span[])[];
}

const span = (name: string, length: number, kind: SpanKind): Span => ({ name, length, kind });
const check = (name: string, ...checks: string[]): Span => ({ name, length: 1, kind: '0', checks });

const TD3: MrzLayout = {
  format: 'TD3',
  lines: [
    [span('documentType', 2, 'A'), span('issuer', 3, 'A'), span('names', 39, 'A')],
    [
      span('documentNumber', 9, 'X'),
      check('documentNumberCheck', 'documentNumber'),
      span('nationality', 3, 'A'),
      span('birthDate', 6, '0'),
      check('birthDateCheck', 'birthDate'),
      span('sex', 1, 'A'),
      span('expiryDate', 6, '0'),
      check('expiryDateCheck', 'expiryDate'),
      span('personalNumber', 14, 'X'),
      check('personalNumberCheck', 'personalNumber'),
      check(
        'compositeCheck',
        ...['documentNumber', 'documentNumberCheck', 'birthDate', 'birthDateCheck', 'expiryDate'],
        ...['expiryDateCheck', 'personalNumber', 'personalNumberCheck'],
      ),
    ],
  ],
};

const TD1: MrzLayout = {
  format: 'TD1',
  lines: [
    [
      span('documentType', 2, 'A'),
      span('issuer', 3, 'A'),
      span('documentNumber', 9, 'X'),
      check('documentNumberCheck', 'documentNumber'),
      span('optional', 15, 'X'),
    ],
    [
      span('birthDate', 6, '0'),
      check('birthDateCheck', 'birthDate'),
      span('sex', 1, 'A'),
      span('expiryDate', 6, '0'),
      check('expiryDateCheck', 'expiryDate'),
      span('nationality', 3, 'A'),
      span('furtherOptional', 11, 'X'),
      check(
        'compositeCheck',
        ...['documentNumber', 'documentNumberCheck', 'optional', 'birthDate', 'birthDateCheck'],
        ...['expiryDate', 'expiryDateCheck', 'furtherOptional'],
      ),
    ],
    [span('names', 30, 'A')],
  ],
};

/** The French identity card of 1988 to 2021: 2 lines of 36 characters, no expiry date. */
const FR_ID: MrzLayout = {
  format: 'FR_ID',
  lines: [
    [
      span('documentType', 2, 'A'),
      span('issuer', 3, 'A'),
      span('surname', 25, 'A'),
      span('department', 3, 'X'),
      span('office', 3, 'X'),
    ],
    [
      span('documentNumber', 12, 'X'),
      check('documentNumberCheck', 'documentNumber'),
      span('givenNames', 14, 'A'),
      span('birthDate', 6, '0'),
      check('birthDateCheck', 'birthDate'),
      span('sex', 1, 'A'),
      check(
        'compositeCheck',
        ...['documentType', 'issuer', 'surname', 'department', 'office', 'documentNumber'],
        ...['documentNumberCheck', 'givenNames', 'birthDate', 'birthDateCheck', 'sex'],
      ),
    ],
  ],
};

export const MRZ_LAYOUTS: readonly MrzLayout[] = [TD3, TD1, FR_ID];

export function lineLength(spans: readonly Span[]): number {
  return spans.reduce((sum, { length }) => sum + length, 0);
}
