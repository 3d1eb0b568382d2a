/** A coded field of a registration certificate (Directive 1999/37/EC), as the French one prints it. */
export interface RegistrationCode {
  code: string;
  /** The cleaned value must match it. Required for a code of one letter, which also occurs elsewhere. */
  value?: RegExp;
  /** The value must match it, before cleaning, if there is no space between code and value. */
  glued?: RegExp;
  clean?(text: string): string;
}

const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const toIsoDate = (text: string) => {
  const [, day = '', month = '', year = ''] = /(\d{2})\D{0,2}(\d{2})\D{0,2}(\d{4})/.exec(text) ?? [];
  return year ? `${year}-${month}-${day}` : text;
};
/** Rejects impossible months and days: they are misread, and a missing date is noticed sooner than a wrong one. */
const DATE = /^(19|20)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const GLUED_DATE = /^\d{2}\D?\d{2}\D?\d{4}$/;
const WHOLE = /^\d{1,6}$/;
const DECIMAL = /^\d+([.,]\d+)?$/;
const GLUED_NUMBER = /^\d/;
/** Returns the number at the start, without a unit and without separators of thousands. */
const leadingNumber = (text: string) => {
  const [, number = ''] = /^[^\dA-Za-z]*((?:\d{1,3}(?:[ .]\d{3}(?!\d))+|\d+)(?:[.,]\d+)?)/.exec(text) ?? [];
  return number.replace(/[ .](?=\d{3}(?!\d))/g, '');
};

export const REGISTRATION_CODES: readonly RegistrationCode[] = [
  {
    code: 'A',
    value: /^([A-Z]{2}\d{3}[A-Z]{2}|\d{1,4}[A-Z]{2,3}(\d{2}|9[78]\d|2[AB]))$/,
    clean: compact,
    glued: /^[A-Z0-9 -]+$/,
  },
  { code: 'B', value: DATE, clean: toIsoDate, glued: GLUED_DATE },
  { code: 'C.1' },
  { code: 'C.3' },
  { code: 'C.4a' },
  { code: 'C.4.1' },
  { code: 'D.1' },
  { code: 'D.2' },
  { code: 'D.2.1' },
  { code: 'D.3' },
  {
    code: 'E',
    value: /^[A-HJ-NPR-Z0-9]{17}$/,
    glued: /^[A-Z0-9]{13}\d{4}$/,
    clean: (text) => compact(text).replace(/[OQ]/g, '0').replace(/I/g, '1'),
  },
  { code: 'F.1', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'F.2', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'F.3', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'G', value: /^\d{2,6}$/, clean: leadingNumber },
  { code: 'G.1', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'H', value: DATE, clean: toIsoDate, glued: GLUED_DATE },
  { code: 'I', value: DATE, clean: toIsoDate, glued: GLUED_DATE },
  { code: 'J', value: /^[LMNOTRCS]\d[A-Z0-9]*$/, clean: compact },
  { code: 'J.1' },
  { code: 'J.2' },
  { code: 'J.3' },
  { code: 'K', value: /^e\d.*\*/i },
  { code: 'P.1', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'P.2', value: /^\d{1,4}([.,]\d+)?$/, glued: GLUED_NUMBER },
  { code: 'P.3' },
  { code: 'P.6', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'Q', value: DECIMAL },
  { code: 'S.1', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'S.2', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'U.1', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'U.2', value: WHOLE, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'V.7', value: DECIMAL, clean: leadingNumber, glued: GLUED_NUMBER },
  { code: 'V.9' },
  { code: 'X.1', value: DATE, clean: toIsoDate, glued: GLUED_DATE },
  { code: 'Y.1', value: DECIMAL, glued: GLUED_NUMBER },
  { code: 'Y.6', value: DECIMAL, glued: GLUED_NUMBER },
];
