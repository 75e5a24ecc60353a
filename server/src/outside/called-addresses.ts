import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Mode, rulesOf } from '../config/mode.ts';

type Address = ReturnType<typeof ipaddr.parse>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Answers all addresses of a host, like `dns.lookup` with `all`. */
export type Resolve = (
  host: string,
  options: { readonly all: true },
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** The addresses that this server may connect to. Each connection is made to an address that was checked. */
export type CalledAddresses = {
  /** Whether a host may be looked up and connected to, or, for a literal address, connected to. */
  permitsHost(host: string): boolean;
  /** For `node:http` and `node:https`, with connections that are kept for 4 s. A literal address is not checked. */
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** An open TCP connection. The caller destroys it. Rejects with `AddressNotPermitted` or the fault of the network. */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>;
};

/** The host has an address that may not be called. Nothing was sent. */
export class AddressNotPermitted extends Error {
  readonly code = 'address_not_permitted';
  constructor() {
    super('the host has an address that may not be called');
  }
}

const KEPT_MS = 4_000;

/** Networks of this machine and of private use, which a sandbox may call. */
export const PRIVATE_NETWORKS = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/** IPv4 translated for IPv6 networks (RFC 6052); the last four bytes are the IPv4 address. */
const TRANSLATED = ipaddr.parseCIDR('64:ff9b::/96');
/** All IPv6 addresses that are assigned to public networks. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Addresses of the public internet, and of the networks that are permitted beside them. A host is refused if any of its
 * addresses may not be called. Each connection looks the host up once and uses the addresses that were checked, so a
 * name whose addresses change in between is not followed.
 *
 * @param networks addresses or networks that may be called beside public ones
 */
export function openCalledAddresses(networks: readonly string[], resolve: Resolve = systemLookup): CalledAddresses {
  const permitted = networks.map(networkOf);
  const permits = (address: string) => {
    const parsed = parse(address);
    return parsed !== undefined && (isPublic(parsed) || permitted.some((network) => isIn(parsed, network)));
  };
  const permitsHost = (host: string) => {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    return ipaddr.isValid(bare) ? permits(bare) : !isOwnName(bare) || permits('127.0.0.1');
  };
  const lookup: LookupFunction = (host, options, answer) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error) answer(error, '');
      else if (!first || !found.every(({ address }) => permits(address))) answer(new AddressNotPermitted(), '');
      else if (options.all) answer(null, found);
      else answer(null, first.address, first.family);
    });
  const kept = { keepAlive: true, timeout: KEPT_MS, lookup };
  return {
    permitsHost,
    agents: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
    connect: (host, port, signal) =>
      new Promise((connected, failed) => {
        if (!permitsHost(host)) return failed(new AddressNotPermitted());
        const socket = connect({ host, port, lookup });
        const giveUp = () => void socket.destroy(new Error('the connection was not made in time'));
        const end = () => {
          socket.off('error', failed);
          signal.removeEventListener('abort', giveUp);
        };
        socket.once('error', failed).once('close', end);
        socket.once('connect', () => {
          end();
          connected(socket);
        });
        if (signal.aborted) giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
      }),
  };
}

/**
 * Whether staff may give a URL to be called: without user name and password, of a host that may be called, and written
 * as it is called, so that who approves it reads the host that it has. Its
 * addresses are checked when it is called, each time. A sandbox also calls servers without a certificate.
 */
export function mayBeGiven(url: string, addresses: CalledAddresses, mode: Mode): boolean {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username !== '' || parsed.password !== '') return false;
  const isScheme = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && rulesOf(mode).takesPlainHttp);
  return isScheme && isAsWritten(url, parsed) && addresses.permitsHost(parsed.hostname);
}

/** Letters of other scripts, percent signs and backslashes can look like another host than the one that is called. */
function isAsWritten(url: string, { protocol, hostname }: URL): boolean {
  const host = `${protocol}//${hostname}`;
  return url.toLowerCase().startsWith(host) && /^[:/?#]|^$/.test(url.slice(host.length));
}

/** Literal addresses among the hosts of URLs: who writes one into the settings permits it. */
export function literalHosts(urls: readonly (string | undefined)[]): string[] {
  return urls.flatMap((url) => {
    const host = url === undefined ? '' : hostOf(url);
    return ipaddr.isValid(host) ? [host] : isOwnName(host) ? ['127.0.0.0/8', '::1'] : [];
  });
}

/** Whether an address is of the public internet. An IPv4 address in an IPv6 address is judged as IPv4. */
function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  if (isIn(address, TRANSLATED)) return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && isIn(address, GLOBAL_UNICAST);
}

/** Undefined: not an address. An IPv4 address that is mapped to IPv6 becomes IPv4. */
function parse(address: string): Address | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

function networkOf(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const isIn = (address: Address, [network, bits]: Network) =>
  address.kind() === network.kind() && address.match(network, bits);

function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
}

/** Whether a name is that of this machine, wherever it is asked. */
export const isOwnName = (host: string) => /(^|\.)localhost\.?$/i.test(host);
