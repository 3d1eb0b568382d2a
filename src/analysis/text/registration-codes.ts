/** The coded fields of a registration certificate (Directive 1999/37/EC) as the French one prints them. */
export interface RegistrationCode {
  code: string;
  /** What is accepted as its value, after cleaning; a letter alone is too common a sight to believe without. */
  value?: RegExp;
  clean?(text: string): string;
}

const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const asDate = (text: string) => {
  const [, day = '', month = '', year = ''] = /(\d{2})\D{0,2}(\d{2})\D{0,2}(\d{4})/.exec(text) ?? [];
  return year ? `${year}-${month}-${day}` : text;
};
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WHOLE = /^\d{1,6}$/;
const whole = (text: string) => text.replace(/[^0-9]/g, '');

export const REGISTRATION_CODES: readonly RegistrationCode[] = [
  { code: 'A', value: /^([A-Z]{2}\d{3}[A-Z]{2}|\d{1,4}[A-Z]{2,3}\d{2})$/, clean: compact },
  { code: 'B', value: DATE, clean: asDate },
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
    clean: (text) => compact(text).replace(/[OQ]/g, '0').replace(/I/g, '1'),
  },
  { code: 'F.1', value: WHOLE, clean: whole },
  { code: 'F.2', value: WHOLE, clean: whole },
  { code: 'F.3', value: WHOLE, clean: whole },
  { code: 'G', value: WHOLE, clean: whole },
  { code: 'G.1', value: WHOLE, clean: whole },
  { code: 'H', value: DATE, clean: asDate },
  { code: 'I', value: DATE, clean: asDate },
  { code: 'J', value: /^[LMNOTRCS]\d[A-Z0-9]*$/, clean: compact },
  { code: 'J.1' },
  { code: 'J.2' },
  { code: 'J.3' },
  { code: 'K', value: /^e\d.*\*/i },
  { code: 'P.1', value: WHOLE, clean: whole },
  { code: 'P.2', value: /^\d{1,4}([.,]\d+)?$/ },
  { code: 'P.3' },
  { code: 'P.6', value: WHOLE, clean: whole },
  { code: 'Q', value: /^\d+([.,]\d+)?$/ },
  { code: 'S.1', value: WHOLE, clean: whole },
  { code: 'S.2', value: WHOLE, clean: whole },
  { code: 'U.1', value: WHOLE, clean: whole },
  { code: 'U.2', value: WHOLE, clean: whole },
  { code: 'V.7', value: WHOLE, clean: whole },
  { code: 'V.9' },
  { code: 'X.1', value: DATE, clean: asDate },
  { code: 'Y.1', value: /^\d+([.,]\d+)?$/ },
  { code: 'Y.6', value: /^\d+([.,]\d+)?$/ },
];
