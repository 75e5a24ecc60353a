/** ISO 3166-2 codes of New Zealand's regions, by English name without accents. */
const REGIONS: Readonly<Record<string, string>> = {
  auckland: 'AUK',
  'bay of plenty': 'BOP',
  canterbury: 'CAN',
  'chatham islands': 'CIT',
  gisborne: 'GIS',
  'hawkes bay': 'HKB',
  'manawatu-whanganui': 'MWT',
  'manawatu-wanganui': 'MWT',
  marlborough: 'MBH',
  nelson: 'NSN',
  northland: 'NTL',
  otago: 'OTA',
  southland: 'STL',
  taranaki: 'TKI',
  tasman: 'TAS',
  waikato: 'WKO',
  wellington: 'WGN',
  'west coast': 'WTC',
};

/** `Hawke's Bay Region` is HKB. Empty for an unknown region. */
export function regionCode(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/ (region|territory|district|city)$/, '');
  return REGIONS[plain.trim()] ?? '';
}
