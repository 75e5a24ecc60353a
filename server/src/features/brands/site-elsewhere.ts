import type { BrandFinding } from './brand-finding.ts';

/** Hosts of a deployment, as far as its settings name them. */
export type DeploymentHosts = {
  readonly origins: readonly string[];
  readonly desk: { readonly host: string | undefined };
};

/**
 * Site of a brand at another host than the pages of this deployment. Links in messages lead to it, and passkeys are made
 * for it. None where the settings name no host to compare it with.
 */
export function findSiteElsewhere(site: string, { origins, desk }: DeploymentHosts): BrandFinding[] {
  const host = URL.parse(site)?.hostname ?? '';
  const about = { file: 'brand.json', key: 'settings.BrandUrl' };
  if (host === desk.host)
    return [{ ...about, reason: `is at ${host}, where WATTLE_DESK_HOST has the desk and nothing else` }];
  const hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  if (hosts.size === 0 || hosts.has(host)) return [];
  const named = [...hosts].join(', ');
  const reason = `is at ${host}, and WATTLE_ORIGINS has ${named}: links in messages lead to ${host}, which has to lead here`;
  return [{ ...about, reason }];
}
