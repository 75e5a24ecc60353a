import * as z from 'zod';
import {
  becomes,
  brandIdentifier,
  type DeskCallInTransaction,
  deskCommand,
  type Effect,
  refused,
} from '../../desk/public.ts';
import { forgetBrands } from '../find-brand.ts';
import { checkFiles } from '../import-brand.ts';
import { publishVersion } from './brand-versions.ts';
import { changesBetween } from './brand-parts.domain.ts';
import { chooseVersion, liveParts, readParts, versionNumber } from './chosen-version.ts';
import { changeWords } from './place-words.domain.ts';
import { hasDeadLink } from './try-links.desk.ts';
import { findBrandRef, lockBrand } from './version.store.ts';

const input = z.object({ brand: brandIdentifier, version: versionNumber });
type Call = DeskCallInTransaction<z.output<typeof input>>;

/** Most changes that an approver reads line by line. */
const LINES_MAXIMUM = 60;

/** The version to publish: the open draft, or one that was published before. */
async function plan({ ctx, tx, staff: { tenantId }, input: given }: Call) {
  const chosen = await chooseVersion(tx, tenantId, given);
  if (!chosen.ok) return chosen;
  const { version, live, object } = chosen;
  if (version.state === 'published') return refused('nothing_to_do', { object });
  const isNew = version.published_at === null;
  if (isNew && version.state !== 'draft') return refused('draft_replaced', { field: 'version', object });
  if (isNew && version.began_from !== live.version) return refused('brand_moved_on', { field: 'version', object });
  const { brand: checked } = await checkFiles(chosen.files, ctx.config.mode);
  if (!checked) return refused('brand_unfit', { field: 'version', object });
  return { ...chosen, checked };
}

/** Publishes a draft, or goes back to a version that was published before, by two people. */
export const publishBrandCommand = deskCommand({
  name: 'publish-brand',
  title: 'Publish a version of a brand',
  summary: 'Publish the draft of a brand, or go back to a version that was published before',
  permission: 'act',
  done: ({ name, version }) => ({
    words: `Version ${version} of ${name} is published.`,
    next: 'Every server shows it within a second.',
  }),
  positional: 'brand',
  input,
  answer: z.object({ brand: z.string(), name: z.string(), version: z.number(), before: z.number() }),
  async checkOutside({ ctx, staff, input: given }) {
    const isDead = await hasDeadLink({ ctx, staff }, given);
    return isDead ? refused('brand_link_dead', { field: 'version' }) : undefined;
  },
  async check(call) {
    const planned = await plan(call);
    if (!planned.ok) return planned;
    return { ok: true, rows: [], object: planned.object };
  },
  async effect(call): Promise<readonly Effect[]> {
    const planned = await plan(call);
    if (!planned.ok) return [];
    const { brand, version, live, files } = planned;
    const changes = changesBetween(await liveParts(call.tx, planned), await readParts(files));
    const lines = changes.slice(0, LINES_MAXIMUM).map((one) => {
      const { what, before, after } = changeWords(one);
      return becomes(what, before, after);
    });
    const more = changes.length - lines.length;
    const { digest } = version;
    return [
      becomes(`Brand ${brand.name}`, `version ${live.version}`, `version ${version.version} (${digest.slice(0, 12)})`),
      ...lines,
      ...(more > 0 ? [becomes('Further changes', '0', String(more))] : []),
    ];
  },
  async run(call) {
    const { ctx, tx, staff } = call;
    const brand = await findBrandRef(tx, staff.tenantId, call.input.brand);
    if (!brand) return refused('not_found', { field: 'brand' });
    await lockBrand(tx, brand);
    const planned = await plan(call);
    if (!planned.ok) return planned;
    const { version, live, checked, object } = planned;
    const by = { by: staff.name, atMs: ctx.clocks.business.now(), clocks: ctx.clocks };
    await publishVersion(tx, brand, { version: version.version, files: checked }, by);
    tx.afterCommit(() => forgetBrands(ctx));
    const row = { brand: brand.identifier, name: checked.name, version: version.version, before: live.version };
    return { ok: true, rows: [row], object, details: { version: version.version, before: live.version } };
  },
});
