import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postSignIn } from './client.ts';
import { NoAnswer, whyNoAnswer } from './no-answer.ts';

const TRUSTED = getCACertificates('default');
const servers: Server[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-answer-'));
});
afterEach(async () => {
  setDefaultCACertificates(TRUSTED);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(folder, { recursive: true });
});

/** Its own issuer: a certificate for a name, good for some days from now. */
function certificate(name: string, days: number): { readonly key: string; readonly cert: string } {
  const of = (file: string) => path.join(folder, `${name}.${file}`);
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${name === '127.0.0.1' ? 'IP' : 'DNS'}:${name}`];
  const words = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject, '-days', String(days)];
  const made = spawnSync('/usr/bin/openssl', ['req', '-x509', ...words, '-keyout', of('key'), '-out', of('cert')]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  return { key: readFileSync(of('key'), 'utf8'), cert: readFileSync(of('cert'), 'utf8') };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Message of a sign-in at an address. */
async function saidOf(server: string): Promise<string> {
  const failed = await postSignIn(server, { tenant: 1, name: 'kate', password: 'not it' }).catch(
    (fault: unknown) => fault,
  );
  expect(failed).toBeInstanceOf(NoAnswer);
  return (failed as NoAnswer).message;
}

it('says that a certificate is not trusted or is for another name', async () => {
  const own = certificate('127.0.0.1', 2);
  const port = await listening(createServer(own, (_, response) => response.end()));
  const address = `https://127.0.0.1:${port}`;
  expect(await saidOf(address)).toBe(
    `No desk answers at ${address}/desk/sign-in: its certificate is not trusted here. Name the file of its issuer in NODE_EXTRA_CA_CERTS.`,
  );
  const other = certificate('desk.example', 2);
  setDefaultCACertificates([...TRUSTED, other.cert]);
  const elsewhere = await listening(createServer(other, (_, response) => response.end()));
  expect(await saidOf(`https://127.0.0.1:${elsewhere}`)).toContain('its certificate is for another name');
});

it('says that a connection is refused, that no TLS is spoken, and that something else answers', async () => {
  const gone = createPlain();
  const port = await listening(gone);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await saidOf(`http://127.0.0.1:${port}`)).toContain('the connection is refused. Check that the server runs');
  const plain = await listening(
    createPlain((request, response) =>
      request.url?.startsWith('/moved') === true
        ? response.writeHead(302, { location: '/elsewhere' }).end()
        : response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    ),
  );
  expect(await saidOf(`https://127.0.0.1:${plain}`)).toContain('it speaks no TLS');
  expect(await saidOf(`http://127.0.0.1:${plain}`)).toContain('something else does, with status 502');
  expect(await saidOf(`http://127.0.0.1:${plain}/moved`)).toContain('it sends on to another address');
});

it.each([
  [{ cause: { code: 'ENOTFOUND' } }, 'its name does not resolve. Check how it is written'],
  [{ cause: { code: 'EAI_AGAIN' } }, 'the name server does not answer. Try again, or check the network'],
  [{ cause: { code: 'CERT_HAS_EXPIRED' } }, 'its certificate has expired. Renew it'],
  [{ name: 'TimeoutError' }, 'it said nothing for 30 seconds. Try again'],
  [{ cause: { code: 'EPIPE' } }, 'the call failed with EPIPE'],
  [{}, 'the call failed'],
])('names the reason of %j', (fault, why) => {
  expect(whyNoAnswer(fault)).toBe(why);
});
