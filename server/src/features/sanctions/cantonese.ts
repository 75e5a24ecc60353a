import ToJyutping from 'to-jyutping';

/** Beginnings of a syllable in Jyutping that Hong Kong writes otherwise in names. */
const BEGINNINGS: Readonly<Record<string, string>> = { gw: 'kw', b: 'p', d: 't', g: 'k', z: 'ch', c: 'ch', j: 'y' };
/** Rests of a syllable that Hong Kong writes otherwise. */
const RESTS: Readonly<Record<string, string>> = {
  aa: 'a',
  aai: 'ai',
  aau: 'au',
  aam: 'am',
  aan: 'an',
  aang: 'ang',
  aap: 'ap',
  aat: 'at',
  aak: 'ak',
  ou: 'o',
  oe: 'eu',
  oeng: 'eung',
  oek: 'euk',
  eoi: 'ui',
  eon: 'un',
  eot: 'ut',
  yun: 'uen',
  yut: 'uet',
};

/** A syllable of Jyutping as Hong Kong writes it in names: `daai6` is Tai, `gwok3` Kwok. */
function syllableOf(jyutping: string): string {
  const plain = jyutping.replace(/\d$/, '');
  const [, begins = '', rest = ''] = /^(gw|kw|ng|[bpmfdtnlgkhwzcsj])?(.+)$/.exec(plain) ?? [];
  // `jyu` is Yu, and no second y is written.
  const after = begins === 'j' ? rest.replace(/^y/, '') : rest;
  return (BEGINNINGS[begins] ?? begins) + (RESTS[rest] ?? RESTS[after] ?? after);
}

/** Chinese signs as a Cantonese name in Latin letters, written together: `taiman` of 大文. A sign without a reading is left out. */
export function cantoneseOf(signs: string): string {
  return ToJyutping.getJyutpingList(signs)
    .map(([, jyutping]) => (jyutping === null ? '' : syllableOf(jyutping)))
    .join('');
}
