/** Common world manufacturer identifiers: the first 3 characters of a VIN (ISO 3780). */
const MANUFACTURERS = new Set(
  [
    // North and South America
    '1B3 1C3 1C4 1C6 1D7 1FA 1FB 1FD 1FM 1FT 1G1 1G2 1G4 1G6 1GC 1GK 1GN 1GT 1HG 1J4 1J8 1LN 1N4 1N6 1VW 1YV 1ZV',
    '2C3 2C4 2FA 2FM 2FT 2G1 2G4 2GN 2HG 2HK 2HM 2T1 2T3 3C4 3C6 3FA 3G1 3GN 3HG 3KP 3MZ 3N1 3N6 3VV 3VW 4JG 4S3 4S4',
    '4T1 4T3 4US 5FN 5J6 5J8 5N1 5NM 5NP 5TD 5TE 5TF 5UX 5XX 5XY 5YF 5YJ 7FA 7SA 8AD 8AF 8AG 8AJ 8AP 8AW 93H 93R 93X',
    '93Y 94D 95P 988 9BD 9BF 9BG 9BM 9BR 9BW 9FB',
    // Africa and Asia
    'AAV ADM AFA AHT JA3 JA4 JAA JF1 JF2 JHL JHM JM1 JM3 JMB JMY JMZ JN1 JN8 JS1 JS2 JS3 JSA JT1 JT2 JT3 JTD JTE JTH JTJ',
    'JTK JTM JTN KL1 KL3 KLA KM8 KMF KMH KMJ KMT KNA KNC KND KNE KNM KPA KPT LB3 LBV LC0 LDC LE4 LFM LFP LFV LGB LGG LGJ',
    'LGW LGX LHG LJ1 LJD LRW LS5 LSG LSJ LSV LVG LVH LVS LVT LVV LVY LVZ LZW MA1 MA3 MA6 MAJ MAK MAL MAT MBH MBJ MEE MHF',
    'MM8 MMB MMC MMT MNB MNT MP1 MPA MR0 MRH NLA NLE NLH NM0 NM4 NMT NNA PE1 PL1 PM2 PN1',
    // Europe
    'SAJ SAL SAR SB1 SBM SCA SCB SCC SCF SFD SHH SHS SJN TCC TK9 TMA TMB TMP TN9 TRU TSM UU1 UU6 UU9 VBK VF1 VF3 VF6 VF7',
    'VF8 VF9 VFA VLU VN1 VNE VNK VNV VR1 VR3 VR7 VSA VSE VSK VSS VSX VV9 VWV VXE VXK W09 W0L W0V W1K W1N W1V WA1 WAG WAU',
    'WBA WBS WBX WBY WDA WDB WDC WDD WDF WF0 WF1 WMA WME WMW WMX WP0 WP1 WUA WV1 WV2 WV3 WVG WVW WZ1 XL9 XLB XLR XMC YCM',
    'YS2 YS3 YS4 YV1 YV2 YV4 ZAM ZAP ZAR ZCF ZFA ZFC ZFF ZHW ZLA',
    // Russia and its neighbours
    'X1E X4X X7L X7M X89 X96 X9F X9L X9W X9X XTA XTB XTC XTE XTH XTT XU5 XUF XUU XW7 XW8 XWB XWE XWF XZG Y3M Y3W Y4K Y6D Z0X',
    'Z6F Z8N Z8T Z94 Z9M Z9Z',
  ].flatMap((line) => line.split(' ')),
);

/** European manufacturers of the Volkswagen group. They fill positions 4 to 6 with Z, and most often the 9th. */
const FILLING_WITH_Z = new Set('WVW WV1 WV2 WV3 WVG WAU WUA WA1 TRU TMB VSS XW8 WP0 WP1 SCB ZHW'.split(' '));

/** Returns whether 3 characters are a known manufacturer identifier. */
export function isManufacturer(identifier: string): boolean {
  return MANUFACTURERS.has(identifier);
}

/** Returns whether a VIN starts with a known manufacturer identifier. */
export function isKnownManufacturer(vin: string): boolean {
  const identifier = vin.slice(0, 3);
  return vin.slice(3, 6) === 'ZZZ' ? FILLING_WITH_Z.has(identifier) : isManufacturer(identifier);
}

/** Returns whether a VIN has Z in all positions that manufacturers of the Volkswagen group fill. */
export function isFilledWithZ(vin: string): boolean {
  return vin.slice(3, 6) === 'ZZZ' && vin[8] === 'Z' && FILLING_WITH_Z.has(vin.slice(0, 3));
}
