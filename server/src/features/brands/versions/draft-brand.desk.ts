import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import * as z from 'zod';
import type { Tx } from '../../../platform/database/database.ts';
import { METHOD_FEATURES } from '@wattle/contract/rules/payment-methods.ts';
import { brandIdentifier, type DeskRefusal, deskCommand, refused } from '../../desk/public.ts';
import { brandSettings } from '../brand-settings.ts';
import { type BrandContent, type BrandFileSet, filesOf } from './brand-content.domain.ts';
import { readProduct } from './brand-product.ts';
import { changesBetween } from './brand-parts.domain.ts';
import { filesOfVersion, saveDraft } from './brand-versions.ts';
import {
  type ChosenVersion,
  chooseVersion,
  objectOf,
  readContent,
  readParts,
  versionNumber,
} from './chosen-version.ts';
import { type BrandChanges, editContent } from './edit-content.domain.ts';
import {
  type BrandVersion,
  findBrandRef,
  findInState,
  findVersion,
  hashesOf,
  lockBrand,
  supersede,
} from './version.store.ts';

const CHANGES_MAXIMUM = 20_000;
const PICTURE_MAXIMUM = 256 * 1024;

/** Changes by place, as JSON. */
const typedChanges = z
  .string()
  .min(2)
  .max(CHANGES_MAXIMUM)
  .describe('changes by place as JSON, such as {"colours.light.brand":"#7a1f2b"}')
  .transform((text, context) => {
    const read = readObject(text);
    if (read) return read;
    context.issues.push({ code: 'custom', message: 'must be an object of JSON', input: text });
    return z.NEVER;
  });

function readObject(text: string): BrandChanges | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as BrandChanges) : undefined;
  } catch {
    return undefined;
  }
}

const answer = z.object({ brand: z.string(), name: z.string(), version: z.number() });

/** The version to write on: the open draft, or any version while there is none. */
async function begin(
  tx: Tx,
  tenantId: number,
  { brand: identifier, from }: { readonly brand: string; readonly from: number },
): Promise<(ChosenVersion & { readonly draft: BrandVersion | undefined }) | DeskRefusal> {
  const brand = await findBrandRef(tx, tenantId, identifier);
  if (!brand) return refused('not_found', { field: 'brand' });
  await lockBrand(tx, brand);
  const chosen = await chooseVersion(tx, tenantId, { brand: identifier, version: from });
  if (!chosen.ok) return chosen.field === 'version' ? { ...chosen, field: 'from' } : chosen;
  return { ...chosen, draft: await findInState(tx, brand, 'draft') };
}

/** Saves files as the next draft, unless a draft was saved that this one did not begin from. */
async function keep(
  tx: Tx,
  begun: ChosenVersion & { readonly draft: BrandVersion | undefined },
  files: BrandFileSet,
  by: { readonly by: string; readonly atMs: number },
) {
  const { brand, version, draft, object } = begun;
  const { digest } = hashesOf(files);
  const name = (await readContent(files)).json.name;
  const row = (saved: number) => ({ brand: brand.identifier, name: String(name), version: saved });
  const answered = (saved: number) => ({ ok: true as const, rows: [row(saved)], object, details: { version: saved } });
  // A repeat of a call whose answer was lost.
  if (draft && draft.version !== version.version && draft.digest === digest) return answered(draft.version);
  if (draft && draft.version !== version.version) return refused('brand_changed', { field: 'from', object });
  if (digest === version.digest && draft) return refused('nothing_to_do', { object });
  return answered(await saveDraft(tx, brand, files, by));
}

async function known() {
  const product = await readProduct();
  return {
    settings: new Set(Object.keys(brandSettings.shape).filter((key) => key !== 'Features')),
    features: new Set([...Object.keys(brandSettings.shape.Features.shape), ...METHOD_FEATURES]),
    tokens: new Set([...product.tokens.fallback.light.keys(), ...product.tokens.common.light.keys()]),
    texts: new Set(Object.keys(product.texts[DEFAULT_LANGUAGE])),
  };
}

/** Changes of a draft since it began, on top of the version that is published now. */
async function ontoLive(tx: Tx, begun: ChosenVersion): Promise<BrandContent | undefined> {
  const { brand, version, live, files } = begun;
  const base = version.began_from === null ? undefined : await findVersion(tx, brand, version.began_from);
  if (!base) return undefined;
  const [liveFiles, baseFiles] = [await filesOfVersion(tx, brand, live), await filesOfVersion(tx, brand, base)];
  const changes = changesBetween(await readParts(baseFiles), await readParts(files));
  const [content, mine] = [await readContent(liveFiles), await readContent(files)];
  const pictures = new Map(content.pictures);
  const others: Record<string, unknown> = {};
  for (const { place, after } of changes) {
    const file = /^files\.(.+)$/.exec(place)?.[1];
    const body = file === undefined ? undefined : mine.pictures.get(file);
    if (file === undefined) others[place] = after === undefined ? null : (JSON.parse(after) as unknown);
    else if (body) pictures.set(file, body);
    else pictures.delete(file);
  }
  const edited = editContent({ ...content, pictures }, others, await known());
  return edited.ok ? edited.content : undefined;
}

export const draftBrandCommand = deskCommand({
  name: 'draft-brand',
  title: 'Change the draft of a brand',
  summary: 'Save changes of a brand as its next draft, which shows to no one until two people publish it',
  permission: 'act',
  done: ({ name, version }) => ({
    words: `Draft ${version} of ${name} is saved.`,
    next: 'Cardholders see it once two people have published it.',
  }),
  positional: 'brand',
  input: z.object({
    brand: brandIdentifier,
    from: versionNumber,
    changes: typedChanges.optional(),
    /** Takes the changes of the draft over to the version that is published now. */
    ontoLive: z.boolean().optional(),
  }),
  answer,
  async run({ ctx, tx, staff, input }) {
    if ((input.changes === undefined) === (input.ontoLive !== true))
      return refused('input_invalid', { field: 'changes' });
    const begun = await begin(tx, staff.tenantId, input);
    if (!begun.ok) return begun;
    const product = (await readProduct()).tokens;
    const by = { by: staff.name, atMs: ctx.clocks.business.now() };
    if (input.ontoLive === true) {
      const content = begun.draft?.version === begun.version.version ? await ontoLive(tx, begun) : undefined;
      if (!content || begun.version.began_from === begun.live.version)
        return refused('nothing_to_do', { object: begun.object });
      await supersede(tx, begun.brand, 'draft');
      return keep(tx, { ...begun, version: begun.live, draft: undefined }, filesOf(content, begun.files, product), by);
    }
    const edited = editContent(await readContent(begun.files), input.changes ?? {}, await known());
    if (!edited.ok) return refused('input_invalid', { field: 'changes', object: begun.object });
    return keep(tx, begun, filesOf(edited.content, begun.files, product), by);
  },
});

export const draftBrandPictureCommand = deskCommand({
  name: 'draft-brand-picture',
  title: 'Change a picture of the draft of a brand',
  summary: 'Save a logo, the hero or card art as the next draft of a brand: SVG, and PNG of a card for mails',
  permission: 'act',
  done: ({ name, version }) => ({
    words: `Draft ${version} of ${name} has the picture.`,
    next: 'The check says whether it can be published.',
  }),
  positional: 'brand',
  takesFile: { maximum: PICTURE_MAXIMUM, kind: 'picture' },
  input: z.object({
    brand: brandIdentifier,
    from: versionNumber,
    picture: z
      .string()
      .regex(/^(?:logo|logo-on-dark|hero)\.svg$|^cards\/[a-z0-9-]{1,40}\.(?:svg|png)$/)
      .describe('logo.svg, logo-on-dark.svg, hero.svg, or cards/ with a name and .svg or .png'),
    name: z.string().overwrite(lineText).min(1).max(FILE_NAME_MAXIMUM).optional(),
  }),
  answer,
  async run({ ctx, tx, staff, file, input }) {
    const begun = await begin(tx, staff.tenantId, input);
    if (!begun.ok) return begun;
    if (!file || file.length === 0) return refused('input_invalid', { field: 'file', object: begun.object });
    const files = new Map([...begun.files, [input.picture, file] as const]);
    return keep(tx, begun, files, { by: staff.name, atMs: ctx.clocks.business.now() });
  },
});

export const dropBrandDraftCommand = deskCommand({
  name: 'drop-brand-draft',
  title: 'Drop the draft of a brand',
  summary: 'Drop the open draft of a brand; its versions stay listed',
  permission: 'act',
  done: ({ name, version }) => ({
    words: `Draft ${version} of ${name} is dropped.`,
    next: 'Nothing changes for cardholders.',
  }),
  positional: 'brand',
  input: z.object({ brand: brandIdentifier }),
  answer,
  async run({ tx, staff: { tenantId }, input }) {
    const brand = await findBrandRef(tx, tenantId, input.brand);
    if (!brand) return refused('not_found', { field: 'brand' });
    await lockBrand(tx, brand);
    const object = objectOf(brand);
    const draft = await findInState(tx, brand, 'draft');
    if (!draft) return refused('nothing_to_do', { object });
    await supersede(tx, brand, 'draft');
    const { version } = draft;
    return { ok: true, rows: [{ brand: brand.identifier, name: brand.name, version }], object, details: { version } };
  },
});
