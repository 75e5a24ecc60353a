/** A name that is made up, in the writings and romanisations that a list or a person may use. */
export type MadeUp = { readonly writings: readonly string[]; readonly birthYear: number };

/** Numbers between 0 and 1 that are the same in each run. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Parts of names, each in its writings: Latin ones first. */
type Part = readonly string[];

const parts = (text: string): readonly Part[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));

const ARABIC_GIVEN = parts(`
  Mohammed Muhammad Mohamed Mohamad محمد
  Ahmed Ahmad أحمد
  Hussein Husayn Hussain حسين
  Yusuf Yousef Youssef يوسف
  Khalid Khaled خالد
  Mustafa Moustafa مصطفى
  Ibrahim Ebrahim إبراهيم
  Omar Umar عمر
  Hamza Hamzah حمزة
  Jamal Gamal جمال
  Tariq Tarek طارق
  Salim Saleem سليم
`);
const ARABIC_FAMILY = parts(`
  al-Rashid Rasheed الراشد
  Qaddafi Gaddafi القذافي
  al-Masri Masry المصري
  Haddad Hadad حداد
  al-Tikriti Tikrity التكريتي
  al-Baghdadi Baghdady البغدادي
  Mansour Mansur منصور
  Barakat Barakaat بركات
  al-Zawahir Zawaheer الظواهر
  Darwish Darweesh درويش
  Khoury Khouri خوري
  Nasser Naser ناصر
`);
const CHINESE_FAMILY = parts(`
  Wang Wong 王
  Chen Chan 陈
  Li Lee 李
  Zhang Cheung 张
  Liu Lau 刘
  Yang Yeung 杨
  Zhou Chow 周
  Huang Huang 黄
  Lin Lam 林
  Guo Kwok 郭
  Liang Leung 梁
  Xie Tse 谢
`);
const CHINESE_GIVEN = parts(`
  Xiaoming 小明
  Jianguo 建国
  Weidong 卫东
  Guoqiang 国强
  Zhenhua 振华
  Liping 丽萍
  Haifeng 海峰
  Shuying 淑英
  Yongsheng 永生
  Dehai 德海
  Baolin 宝林
  Changqing 长青
`);
const LATIN_GIVEN = parts(`
  Sergei Sergey Сергей
  Dmitri Dmitry Дмитрий
  Slobodan Слободан
  Radomir Радомир
  Zoltan Zoltán
  Goran Горан
  Viktor Victor Виктор
  Aleksandr Alexander Александр
  Teodoro
  Ramiro
  Evaristo
  Joaquín Joaquin
`);
const LATIN_FAMILY = parts(`
  Petrovskiy Petrovsky Петровский
  Karadanov Караданов
  Milutinek Милутинек
  Vukasovik Вукасовик
  Szabolcsi
  Dragunov Драгунов
  Echeverrigaray
  Quintanabril
  Orozcomendi
  Balashenko Балашенко
  Tverdokhleb Твердохлеб
  Zhirkovets Жирковец
`);

const pick = <T>(next: () => number, list: readonly T[]): T => {
  const one = list[Math.floor(next() * list.length)];
  if (one === undefined) throw new Error('an empty list');
  return one;
};

/** Letters between which a further name is made, so that made-up names differ. */
const SYLLABLES = ['ba', 'ro', 'mi', 'ke', 'du', 'la', 'ne', 'si', 'to', 'vu', 'ga', 'fe'];

function furtherName(next: () => number): string {
  const made = [0, 1, 2].map(() => pick(next, SYLLABLES)).join('');
  return made.charAt(0).toUpperCase() + made.slice(1);
}

/** Writings of a name of two parts: `al-Rashid` may follow or come first, and Chinese puts the family name first. */
function writingsOf(given: Part, family: Part, isChinese: boolean): string[] {
  const latin = (part: Part) => part.filter((text) => /^[\p{Script=Latin}-]+$/u.test(text));
  const other = (part: Part) => part.filter((text) => !/^[\p{Script=Latin}-]+$/u.test(text));
  const inLatin = latin(given).flatMap((first) =>
    latin(family).flatMap((last) => [`${first} ${last}`, `${last.toUpperCase()}, ${first}`]),
  );
  const inOther = other(given).flatMap((first) =>
    other(family).map((last) => (isChinese ? last + first : `${first} ${last}`)),
  );
  return [...inLatin, ...inOther];
}

/** Names for a list, of three kinds in turn. A third part makes most of them differ. */
export function madeUpNames(count: number, next: () => number): readonly MadeUp[] {
  return Array.from({ length: count }, (_, index) => {
    const birthYear = 1940 + Math.floor(next() * 60);
    const kind = index % 3;
    if (kind === 0) {
      const third = furtherName(next);
      const made = writingsOf(pick(next, ARABIC_GIVEN), pick(next, ARABIC_FAMILY), false);
      return { writings: made.map((one) => (/^\p{Script=Arabic}/u.test(one) ? one : `${one} ${third}`)), birthYear };
    }
    if (kind === 1)
      return { writings: writingsOf(pick(next, CHINESE_GIVEN), pick(next, CHINESE_FAMILY), true), birthYear };
    const third = furtherName(next);
    const made = writingsOf(pick(next, LATIN_GIVEN), pick(next, LATIN_FAMILY), false);
    return { writings: made.map((one) => (/^\p{Script=Cyrillic}/u.test(one) ? one : `${one} ${third}`)), birthYear };
  });
}

const ORDINARY_GIVEN =
  `Olivia Noah Amelia Oliver Charlotte Jack Isla Henry Mia Leo Ava William Grace Charlie Chloe Thomas Zoe Lucas
  Ruby James Ella Isaac Sophie Hudson Emily Archie Harper Elijah Matilda Theodore Priya Arjun Linh Minh Fatima Ali Layla Hassan
  Meilin Jiahao Yuting Haoran Sakura Kenji Giulia Marco Elena Nikos Ana Pedro Aoife Sean Ingrid Lars Chidi Ngozi`.split(
    /\s+/,
  );
const ORDINARY_FAMILY =
  `Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Nguyen Thomas Walker Harris Lee
  Ryan Robinson Kelly King Davis Wright Evans Roberts Green Hall Wood Jackson Clarke Patel Khan Lewis James Phillips Mitchell Scott
  Singh Kumar Chen Wang Li Zhang Tran Pham Le Ho Kim Park Sato Tanaka Rossi Russo Papadopoulos Georgiou Silva Santos Murphy Byrne
  Hansen Olsen Okafor Adeyemi Hassan Ahmed Rahman Hussain Cohen Levy Novak Kowalski Schmidt Weber`.split(/\s+/);

/** Names of ordinary people, some with a middle name. */
export function ordinaryNames(count: number, next: () => number): readonly { name: string; birthYear: number }[] {
  return Array.from({ length: count }, () => {
    const middle = next() < 0.4 ? ` ${pick(next, ORDINARY_GIVEN)}` : '';
    const name = `${pick(next, ORDINARY_GIVEN)}${middle} ${pick(next, ORDINARY_FAMILY)}`;
    return { name, birthYear: 1935 + Math.floor(next() * 72) };
  });
}
