import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { brandIdentifier, deskCommand, pageInput, pageOf, refused } from '../../desk/public.ts';
import { versionsOf } from './brand-versions.ts';
import { objectOf } from './chosen-version.ts';
import { findBrandRef, findInState, listBrandRefs } from './version.store.ts';

export const brandsCommand = deskCommand({
  name: 'brands',
  title: 'Brands',
  summary: 'Brands of the programme, with the published version of each and its open draft',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    brand: z.string(),
    name: z.string(),
    live: z.number(),
    /** 0: there is none. */
    draft: z.number(),
    publishedBy: z.string(),
    publishedAt: z.string(),
    draftBy: z.string(),
    draftAt: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, async (most) =>
      (await listBrandRefs(tx, tenantId)).slice(0, most),
    );
    const rows = [];
    for (const brand of shown) {
      const draft = await findInState(tx, brand, 'draft');
      const live = (await findInState(tx, brand, 'published')) ?? (await versionsOf(tx, brand, 1))[0];
      rows.push({
        brand: brand.identifier,
        name: brand.name,
        live: live?.version ?? 0,
        draft: draft?.version ?? 0,
        publishedBy: live?.published_by ?? '',
        publishedAt: instantOf(live?.published_at),
        draftBy: draft?.made_by ?? '',
        draftAt: instantOf(draft?.made_at),
      });
    }
    return { ok: true, rows, hasMore };
  },
});

const instantOf = (at: string | null | undefined) => (at === null || at === undefined ? '' : toInstant(at));

export const brandVersionsCommand = deskCommand({
  name: 'brand-versions',
  title: 'Versions of a brand',
  summary: 'Versions of a brand, the newest first, with who made and published each',
  permission: 'look',
  positional: 'brand',
  input: z.object({ brand: brandIdentifier, ...pageInput }),
  answer: z.object({
    version: z.number(),
    /** `draft`, `published`, `superseded`. */
    state: z.string(),
    origin: z.string(),
    /** The version that was published when its first draft began; 0: none. */
    beganFrom: z.number(),
    digest: z.string(),
    madeBy: z.string(),
    madeAt: z.string(),
    publishedBy: z.string(),
    publishedAt: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const brand = await findBrandRef(tx, tenantId, input.brand);
    if (!brand) return refused('not_found', { field: 'brand' });
    const { shown, hasMore } = await pageOf(ctx, input, (most) => versionsOf(tx, brand, most));
    const rows = shown.map((one) => ({
      version: one.version,
      state: one.state,
      origin: one.origin,
      beganFrom: one.began_from ?? 0,
      digest: one.digest.slice(0, 12),
      madeBy: one.made_by,
      madeAt: toInstant(one.made_at),
      publishedBy: one.published_by ?? '',
      publishedAt: instantOf(one.published_at),
    }));
    return { ok: true, rows, hasMore, object: objectOf(brand) };
  },
});
