import { type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { fromBase64 } from '../text/load-fonts.ts';

/** The colour space of the report: sRGB, as the smallest of the Compact ICC Profiles (CC0, github.com/saucecontrol). */
const SRGB_PROFILE = [
  'AAAByGxjbXMCEAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEA',
  'AAAA0y1oYW5knZEAPUCAsD1AdCyBnqUijgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJZGVzYwAAAPAAAABfY3BydAAA',
  'AQwAAAAMd3RwdAAAARgAAAAUclhZWgAAASwAAAAUZ1hZWgAAAUAAAAAUYlhZWgAAAVQAAAAUclRSQwAAAWgAAABgZ1RSQwAAAWgA',
  'AABgYlRSQwAAAWgAAABgZGVzYwAAAAAAAAAFdVJHQgAAAAAAAAAAAAAAAHRleHQAAAAAQ0MwAFhZWiAAAAAAAADzVAABAAAAARbJ',
  'WFlaIAAAAAAAAG+gAAA48gAAA49YWVogAAAAAAAAYpYAALeJAAAY2lhZWiAAAAAAAAAkoAAAD4UAALbEY3VydgAAAAAAAAAqAAAA',
  'fAD4AZwCdQODBMkGTggSChgMYg70Ec8U9hhqHC4gQySsKWoufjPrObM/1kZXTTZUdlwXZB1shnVWfo2ILJI2nKunjLLbvpnKx9dl',
  '5Hfx+f//',
].join('');

export interface ReportMetadata {
  title: string;
  language: string;
  /** ISO 8601. */
  createdAt: string;
  /** Differs between reports: the id of the file is made of it. */
  identity: string;
  /** Whether the report follows PDF/A-2u. */
  isArchivable: boolean;
}

/** Writes what PDF/A-2u wants beside embedded fonts: metadata as XMP, the colour space, and an id of the file. */
export async function writeArchiveMetadata(document: PDFDocument, metadata: ReportMetadata): Promise<void> {
  const { title, language, createdAt, identity, isArchivable } = metadata;
  const { context, catalog } = document;
  const date = new Date(Math.floor(Date.parse(createdAt) / 1000) * 1000);
  document.setTitle(title);
  document.setLanguage(language);
  document.setCreator('Kerbside');
  document.setProducer('Kerbside');
  document.setCreationDate(date);
  document.setModificationDate(date);
  const xmp = context.stream(new TextEncoder().encode(createXmp(title, date, isArchivable)), {
    Type: 'Metadata',
    Subtype: 'XML',
  });
  catalog.set(PDFName.of('Metadata'), context.register(xmp));
  const profile = context.register(context.flateStream(fromBase64(SRGB_PROFILE), { N: 3 }));
  const intent = {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    DestOutputProfile: profile,
  };
  catalog.set(PDFName.of('OutputIntents'), context.obj([intent]));
  const id = PDFHexString.of(await createFileId(`${identity} ${createdAt}`));
  context.trailerInfo.ID = context.obj([id, id]);
}

function createXmp(title: string, date: Date, isArchivable: boolean): string {
  const conformance = '<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>U</pdfaid:conformance>\n';
  const time = `${date.toISOString().slice(0, 19)}Z`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>Kerbside</pdf:Producer>
<xmp:CreatorTool>Kerbside</xmp:CreatorTool>
<xmp:CreateDate>${time}</xmp:CreateDate>
<xmp:ModifyDate>${time}</xmp:ModifyDate>
${isArchivable ? conformance : ''}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The same report has the same id. */
async function createFileId(identity: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identity));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
