import * as z from 'zod';
import { callHttp } from '../../../outside/http-call.ts';
import { faultCode } from '../../../outside/http-fault.ts';
import type { CalledAddresses } from '../../../outside/called-addresses.ts';
import { refuseInTransaction } from '../../../platform/database/open-transaction.ts';
import { type DeskCall, deskCommand } from '../../desk/public.ts';
import type { BrandContent } from './brand-content.domain.ts';
import { chooseVersion, readContent, versionInput } from './chosen-version.ts';

/** How long one link may take. */
const LIMIT_MS = 5_000;

export type TriedLink = {
  /**
   * `answers`: below 400, redirects too. `dead`: it leads nowhere, so the version cannot be published. `broken`: an
   * error, which may pass. `silent`: no answer.
   */
  readonly state: 'answers' | 'dead' | 'broken' | 'silent';
  /** 0: no answer. */
  readonly status: number;
  /** Fault of the network; empty where there is an answer. */
  readonly fault: string;
};

/** Statuses of a page that does not exist. */
const GONE: readonly number[] = [404, 410];
/** Fault of a name that does not exist. */
const NO_SUCH_NAME = 'ENOTFOUND';
/** Names that are reserved for examples, which no one has. */
const RESERVED = /\.(example|test|invalid|localhost)$/i;

/** Asks for a link once, at an address that may be called. Redirects are not followed, and no body is read. */
export async function tryLink(addresses: CalledAddresses, url: string): Promise<TriedLink> {
  refuseInTransaction('a link of a brand');
  if (RESERVED.test(new URL(url).hostname)) return { state: 'silent', status: 0, fault: 'reserved_name' };
  try {
    const { status } = await callHttp({
      method: 'GET',
      url,
      headers: {},
      body: null,
      addresses,
      signal: AbortSignal.timeout(LIMIT_MS),
      mostBytes: 0,
    });
    return { state: status < 400 ? 'answers' : GONE.includes(status) ? 'dead' : 'broken', status, fault: '' };
  } catch (error) {
    return { state: 'silent', status: 0, fault: faultCode(error) };
  }
}

/**
 * The links of a version, each tried once. A name that does not exist counts where another link was answered: else the
 * fault may be that of our own network.
 */
async function tryLinks(addresses: CalledAddresses, content: BrandContent) {
  const links = Object.entries(content.json.settings).flatMap(([key, value]) =>
    key.endsWith('Url') && typeof value === 'string' && /^https:/i.test(value) && URL.canParse(value)
      ? [{ place: `settings.${key}`, url: value }]
      : [],
  );
  const tried = await Promise.all(links.map(async (link) => ({ ...link, ...(await tryLink(addresses, link.url)) })));
  return withDeadNames(tried);
}

/** Marks names that do not exist, where the network was seen to work. */
export function withDeadNames<Link extends TriedLink>(tried: readonly Link[]): readonly Link[] {
  if (!tried.some(({ status }) => status > 0)) return tried;
  return tried.map((link) => (link.fault === NO_SUCH_NAME ? { ...link, state: 'dead' } : link));
}

/** Whether a draft has a link that leads nowhere. A version that was published before may come back all the same. */
export async function hasDeadLink(
  { ctx, staff: { tenantId } }: Pick<DeskCall<unknown>, 'ctx' | 'staff'>,
  input: { readonly brand: string; readonly version?: number },
): Promise<boolean> {
  const content = await ctx.database.read(tenantId, async (tx) => {
    const chosen = await chooseVersion(tx, tenantId, input);
    return chosen.ok && chosen.version.published_at === null ? readContent(chosen.files) : undefined;
  });
  if (!content) return false;
  return (await tryLinks(ctx.outside.givenAddresses, content)).some(({ state }) => state === 'dead');
}

export const tryBrandLinksCommand = deskCommand({
  name: 'try-brand-links',
  title: 'Try the links of a brand',
  summary: 'Ask for each link of a version of a brand once, and say which ones answer',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({ place: z.string(), url: z.string(), state: z.string(), status: z.number(), fault: z.string() }),
  async runAlone({ ctx, staff: { tenantId }, input }) {
    const read = await ctx.database.read(tenantId, async (tx) => {
      const chosen = await chooseVersion(tx, tenantId, input);
      return chosen.ok ? { chosen, content: await readContent(chosen.files) } : chosen;
    });
    if ('ok' in read) return read;
    const rows = await tryLinks(ctx.outside.givenAddresses, read.content);
    return { ok: true, rows, object: read.chosen.object };
  },
});
