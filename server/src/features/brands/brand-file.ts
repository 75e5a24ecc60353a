import { createHash } from 'node:crypto';
import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';
import * as z from 'zod/mini';
import { type BrandSettings, brandSettings, type BrandTexts, brandTexts } from './brand-settings.ts';

/** A brand's files cannot be used; the message names the file, the key and the reason. */
export class BrandFileError extends Error {}

export type AssetFile = {
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly version: string;
};

export type BrandFiles = {
  readonly tenant: { readonly id: number; readonly name: string };
  readonly id: number;
  readonly identifier: string;
  readonly name: string;
  readonly settings: BrandSettings;
  readonly texts: BrandTexts;
  readonly assets: readonly AssetFile[];
};

const id = z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

const brandFile = z.strictObject({
  tenant: z.strictObject({ id, name: title }),
  id,
  identifier: z.string().check(
    z.regex(/^[a-z0-9]{1,40}$/, 'must be 1 to 40 lower-case letters and digits'),
    z.refine(
      (name) => !ROUTE_HEADS.has(name) && !RESERVED_HEADS.has(name) && name !== 'default',
      'is a reserved address',
    ),
  ),
  name: title,
  settings: brandSettings,
});

const LOCALES = ['enAU', 'zhCN'] as const;
const PICTURES = ['logo.svg', 'logo-on-dark.svg', 'hero.svg'];

/** Checks what lies in a brand's folder. Throws BrandFileError. */
export function readBrandFiles(files: ReadonlyMap<string, Buffer>): BrandFiles {
  const brand = parse(files, 'brand.json', brandFile);
  const [enAU, zhCN] = LOCALES.map((locale) => parse(files, `texts/${locale}.json`, brandTexts)) as [
    Record<string, string>,
    Record<string, string>,
  ];
  refuseOneSided('texts/zhCN.json', enAU, zhCN);
  refuseOneSided('texts/enAU.json', zhCN, enAU);
  const cards = [...files.keys()].filter((file) => /^cards\/[a-z0-9-]+\.svg$/.test(file)).toSorted();
  const assets = [
    asset('tokens.css', 'text/css; charset=utf-8', need(files, 'tokens.css')),
    ...PICTURES.map((name) => asset(name, 'image/svg+xml', picture(files, name))),
    ...cards.map((file) =>
      asset(file.replace('/', '-').replace('cards-', 'card-'), 'image/svg+xml', picture(files, file)),
    ),
  ];
  return { ...brand, texts: { enAU, zhCN }, assets };
}

function need(files: ReadonlyMap<string, Buffer>, file: string): Buffer {
  const body = files.get(file);
  if (!body) throw new BrandFileError(`${file}: is missing`);
  return body;
}

function parse<S extends z.ZodMiniType>(files: ReadonlyMap<string, Buffer>, file: string, schema: S): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(need(files, file).toString('utf8'));
  } catch (error) {
    if (error instanceof BrandFileError) throw error;
    throw new BrandFileError(`${file}: is not JSON (${(error as Error).message})`, { cause: error });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const keys = issue && 'keys' in issue ? ` (${issue.keys.join(', ')})` : '';
  throw new BrandFileError(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? issue?.code}${keys}`);
}

/** A wording in one language alone would show the other language's readers the wrong text. */
function refuseOneSided(
  file: string,
  there: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string>>,
): void {
  const missing = Object.keys(there).find((key) => !(key in here));
  if (missing !== undefined) throw new BrandFileError(`${file}: ${missing}: is missing, the other language has it`);
}

/** A picture is served from our own origin, so it may hold nothing that runs or calls out. */
function picture(files: ReadonlyMap<string, Buffer>, file: string): Buffer {
  const body = need(files, file);
  const text = body.toString('utf8');
  if (!text.includes('<svg')) throw new BrandFileError(`${file}: is not an SVG picture`);
  if (/<script|<foreignObject|\son[a-z]+\s*=|javascript:|<!ENTITY/i.test(text)) {
    throw new BrandFileError(`${file}: holds a script, an event handler or foreign content`);
  }
  return body;
}

function asset(name: string, contentType: string, body: Buffer): AssetFile {
  return { name, contentType, body, version: createHash('sha256').update(body).digest('hex').slice(0, 16) };
}
