import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rulesOf } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import { refuse } from './fault.ts';

/** Files that the desk shares with the cardholder's pages: pictures and colours of brands. */
const SHARED = /^\/assets\/brands\//i;
const DESK = /^\/desk(?:[/?#]|$)/i;

/**
 * Restricts the desk to its networks and, if a host is set for it, to that host, which serves nothing else. Anyone
 * outside gets the answer for an address that does not exist.
 */
export function admitToDesk(app: FastifyInstance, { config }: Pick<AppContext, 'config'>): void {
  const { host } = config.desk;
  const isOfStaff = reachOfDesk({ config });
  const hasPages = hasDeskPages(config);
  app.addHook('onRequest', async (request, reply) => {
    // The matched route, because an address can be written in many ways (`/%64esk`). Pages that are not there have none.
    const route = request.routeOptions.url;
    const isOfDesk = route === undefined ? DESK.test(request.url) : DESK.test(route);
    const isAtDesk = host !== undefined && request.hostname.toLowerCase() === host;
    const mayReach = (host === undefined || isAtDesk) && isOfStaff(request);
    if (isOfDesk) {
      const isPage = request.method === 'GET' || request.method === 'HEAD';
      return mayReach && (hasPages || !isPage) ? undefined : refuse(reply, 'not_found');
    }
    if (!isAtDesk || SHARED.test(request.url)) return undefined;
    return mayReach && request.url === '/' ? reply.redirect('/desk/') : refuse(reply, 'not_found');
  });
}

/** Recognises requests from the networks of the desk, at whichever host. */
export function reachOfDesk({ config }: Pick<AppContext, 'config'>): (request: FastifyRequest) => boolean {
  const isAllowed = allowing(config.desk.networks);
  return (request) => isAllowed(request.ip) && !isForwardedByStranger(request);
}

/** Whether there is a desk in a browser: a production instance has one at its own host or none. */
export function hasDeskPages({ mode, desk }: AppContext['config']): boolean {
  return rulesOf(mode).isOpen || desk.host !== undefined;
}

function allowing(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Whether an untrusted proxy forwarded the request. Its callers share its address, which may be in a permitted network.
 */
function isForwardedByStranger(request: FastifyRequest): boolean {
  const isNamed = request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) > 1;
  return request.isProxied && !isNamed;
}
