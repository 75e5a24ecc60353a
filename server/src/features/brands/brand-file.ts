import * as z from 'zod/mini';
import { typed } from '@wattle/contract/typed.ts';
import { inEachLanguage, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { createHash } from 'node:crypto';
import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';
import { findWeakContrast } from './brand-contrast.domain.ts';
import { encodingFault, SAVE_AS_UTF8, utf8Text } from '../../platform/text/text-encoding.ts';
import type { BrandFinding } from './brand-finding.ts';
import { brandSettings, brandTexts, type BrandSettings, type BrandTexts } from './brand-settings.ts';
import { wordsOfIssues } from './json-faults.ts';
import { findInPicture } from './picture.domain.ts';
import { readBrandTokens, type ProductTokens } from './stylesheet.domain.ts';
import { findInWording, holdsHtml } from './wording.domain.ts';

/** Fault of a picture for mails. `key` names the fault. */
type Finding = { readonly key: string; readonly reason: string };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Sides of a card, ISO/IEC 7810 ID-1: 85.60 by 53.98 mm. */
const CARD_RATIO = 85.6 / 53.98;
const RATIO_TOLERANCE = 0.02;
const LEAST_WIDTH = 640;
const MOST_WIDTH = 1600;

/** Checks the picture of a card that mails show: a PNG in the proportions of a card. Mail programs show no SVG. */
function findInMailPicture(body: Buffer): Finding[] {
  // The first chunk of a PNG is its header, with width and height as its first numbers.
  const isPng = body.length > 24 && body.subarray(0, 8).equals(SIGNATURE) && body.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return [{ key: '', reason: 'must be a PNG picture' }];
  const [width, height] = [body.readUInt32BE(16), body.readUInt32BE(20)];
  const findings: Finding[] = [];
  if (width < LEAST_WIDTH || width > MOST_WIDTH)
    findings.push({ key: 'width', reason: `is ${width} pixels, ${LEAST_WIDTH} to ${MOST_WIDTH} are allowed` });
  if (Math.abs(width / height / CARD_RATIO - 1) > RATIO_TOLERANCE)
    findings.push({ key: 'height', reason: `is ${height} pixels, a card is ${Math.round(width / CARD_RATIO)} high` });
  return findings;
}

export type AssetFile = {
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly version: string;
};

/** Identity of a brand; must agree with the database. */
export type BrandIdentity = {
  readonly tenant: { readonly id: number; readonly name: string };
  readonly id: number;
  readonly identifier: string;
};

export type BrandFiles = BrandIdentity & {
  readonly name: string;
  readonly settings: BrandSettings;
  readonly texts: BrandTexts;
  readonly assets: readonly AssetFile[];
};

/** Texts and tokens of the product, which a brand overrides. */
export type Product = {
  /** `feature:key` to text. */
  readonly texts: BrandTexts;
  readonly tokens: ProductTokens;
};

export type CheckedBrand = {
  readonly findings: readonly BrandFinding[];
  /** Present where brand.json names a valid identity, whatever else is wrong. */
  readonly identity: BrandIdentity | undefined;
  /** Present if there are no findings. */
  readonly brand: BrandFiles | undefined;
};

const id = z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
const title = z.string().check(typed.name(), z.minLength(1), z.maxLength(100));

const identityShape = {
  tenant: z.strictObject({ id, name: title }),
  id,
  identifier: z.string().check(
    z.regex(/^[a-z0-9]{1,40}$/, 'must be 1 to 40 lower-case letters and digits'),
    z.refine(
      (name) => !ROUTE_HEADS.has(name) && !RESERVED_HEADS.has(name) && name !== 'default',
      'is a reserved address',
    ),
  ),
};
const identityInFile = z.object(identityShape);
const settingsInFile = z.object({ settings: z.record(z.string(), z.unknown()) });
const brandFile = z.strictObject({ ...identityShape, name: title, settings: brandSettings });

const PICTURES = ['logo.svg', 'logo-on-dark.svg', 'hero.svg'];
const CARD_ART = /^cards\/[a-z0-9-]+\.svg$/;
/** The same card for mails, which show no SVG. A brand may leave it out. */
const MAIL_ART = /^cards\/[a-z0-9-]+\.png$/;
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const KIB = 1024;
const MAX_BYTES: Readonly<Record<string, number>> = {
  '.json': 64 * KIB,
  '.css': 16 * KIB,
  '.svg': 128 * KIB,
  '.png': 256 * KIB,
};

/** Checks all files in the folder of a brand, by their paths in it. */
export function checkBrandFiles(files: ReadonlyMap<string, Buffer>, product: Product): CheckedBrand {
  const findings: BrandFinding[] = [];
  const note = (file: string, key: string, reason: string) => findings.push({ file, key, reason });
  // Files left by a file manager or an editor are ignored.
  const own = new Map([...files].filter(([file]) => !/(^|\/)(\.|Thumbs\.db$)/.test(file)));
  for (const [file, body] of own) {
    const most = MAX_BYTES[/\.\w+$/.exec(file)?.[0] ?? ''] ?? 0;
    const isKnown = isNamed(file);
    if (!isKnown)
      note(
        file,
        '',
        file.startsWith('cards/') || isPictureOfOtherKind(file)
          ? 'must be an SVG picture: lower-case letters, digits and hyphens, then .svg'
          : "is none of a brand's files",
      );
    else if (body.length > most)
      note(file, '', `has ${Math.ceil(body.length / KIB)} KiB, at most ${most / KIB} are allowed`);
  }

  for (const [file, body] of own) {
    const fault = isNamed(file) && !MAIL_ART.test(file) ? encodingFault(body) : undefined;
    if (fault !== undefined) note(file, '', fault);
  }
  // Texts in a wrong encoding cannot be checked further.
  if (findings.some(({ reason }) => reason.endsWith(SAVE_AS_UTF8)))
    return { findings, identity: undefined, brand: undefined };

  const read = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> | undefined => {
    const json = readJson(own.get(file));
    if (!json.ok) return void note(file, '', json.reason);
    const parsed = schema.safeParse(json.value);
    if (!parsed.success)
      for (const { key, reason } of wordsOfIssues(parsed.error.issues, json.value)) note(file, key, reason);
    for (const [key, text] of textsIn(json.value)) {
      // Files in texts/ are checked one by one.
      if (file === 'brand.json' && holdsHtml(text))
        note(file, key, 'holds HTML, which would be shown as it is written');
    }
    return parsed.success ? parsed.data : undefined;
  };

  const brand = read('brand.json', brandFile);
  const json = readJson(own.get('brand.json'));
  const identity = json.ok ? identityInFile.safeParse(json.value).data : undefined;
  // Also where another setting is wrong: all faults are said together.
  const settings = json.ok ? settingsInFile.safeParse(json.value).data?.settings : undefined;
  for (const [key, reason] of settings ? findInLinks(settings) : []) note('brand.json', `settings.${key}`, reason);
  const found = inEachLanguage((language) => read(`texts/${language}.json`, brandTexts));
  const texts = LANGUAGES.every((language) => found[language]) ? (found as BrandTexts) : undefined;
  if (texts) findings.push(...findInWording(texts, product.texts));

  const stylesheet = own.get('tokens.css');
  if (!stylesheet) note('tokens.css', '', 'is missing');
  else if (identity) {
    const { tokens, findings: faults } = readBrandTokens(utf8Text(stylesheet), identity.identifier, product.tokens);
    // Half-read tokens would give wrong contrasts.
    const found = faults.length > 0 ? faults : findWeakContrast(product.tokens, tokens);
    for (const { key, reason } of found) note('tokens.css', key, reason);
  }

  const pictures = [...PICTURES, ...[...own.keys()].filter((file) => CARD_ART.test(file)).toSorted()];
  for (const file of pictures) {
    const body = own.get(file);
    const found = body ? findInPicture(body.toString('utf8')) : [{ key: '', reason: 'is missing' }];
    for (const { key, reason } of found) note(file, key, reason);
  }
  const mailPictures = [...own.keys()].filter((file) => MAIL_ART.test(file)).toSorted();
  for (const file of mailPictures) {
    for (const { key, reason } of findInMailPicture(own.get(file) as Buffer)) note(file, key, reason);
    const art = file.replace(/png$/, 'svg');
    if (!own.has(art)) note(file, '', `is the card of ${art}, which is missing`);
  }

  if (findings.length > 0 || !brand || !texts) return { findings, identity, brand: undefined };
  const assets = ['tokens.css', ...pictures, ...mailPictures].map((file) => asset(file, own.get(file) as Buffer));
  return { findings, identity, brand: { ...brand, texts, assets } };
}

function isNamed(file: string): boolean {
  const fixed = ['brand.json', 'tokens.css', ...PICTURES, ...LANGUAGES.map((locale) => `texts/${locale}.json`)];
  return fixed.includes(file) || CARD_ART.test(file) || MAIL_ART.test(file);
}

function isPictureOfOtherKind(file: string): boolean {
  return PICTURES.some((picture) => file.replace(/\.\w+$/, '.svg').toLowerCase() === picture);
}

function readJson(body: Buffer | undefined): { ok: true; value: unknown } | { ok: false; reason: string } {
  if (!body) return { ok: false, reason: 'is missing' };
  try {
    return { ok: true, value: JSON.parse(utf8Text(body)) };
  } catch (error) {
    return { ok: false, reason: `is not JSON (${(error as Error).message})` };
  }
}

/** Every text of a JSON value with the path of its key. */
function textsIn(value: unknown, path = ''): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, path === '' ? key : `${path}.${key}`));
}

/** A link of the brand needs an address, and words in both languages. */
function findInLinks(settings: Readonly<Record<string, unknown>>): [key: string, reason: string][] {
  const { ShowCustomLinkUrl, CustomLinkUrl, CustomLinkText1, CustomLinkText2 } = settings as Partial<BrandSettings>;
  // A stored brand may have one from before: this is asked of files alone.
  const found: [string, string][] = Object.entries(settings).flatMap(([key, value]): [string, string][] =>
    key.endsWith('Url') && typeof value === 'string' && /^http:/i.test(value)
      ? [[key, 'must begin with https://']]
      : [],
  );
  if (ShowCustomLinkUrl === true && CustomLinkUrl === null)
    found.push(['CustomLinkUrl', 'is missing, ShowCustomLinkUrl is true']);
  const needsWords = ShowCustomLinkUrl === true || Boolean(CustomLinkText1) || Boolean(CustomLinkText2);
  if (needsWords && CustomLinkText1 === null)
    found.push(['CustomLinkText1', 'is missing: the English words of the link']);
  if (needsWords && CustomLinkText2 === null)
    found.push(['CustomLinkText2', 'is missing: the Chinese words of the link']);
  return found;
}

function asset(file: string, body: Buffer): AssetFile {
  return {
    name: file.replace(/^cards\//, 'card-'),
    contentType: CONTENT_TYPES[file.slice(file.lastIndexOf('.'))] ?? 'application/octet-stream',
    body,
    version: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}
