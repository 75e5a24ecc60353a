import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openCalledAddresses } from '../../../outside/called-addresses.ts';
import { tryLink, withDeadNames } from './try-links.desk.ts';

it('says of a link whether it answers, is broken or says nothing', async () => {
  const site = createServer((request, response) => {
    response.statusCode = { '/moved': 301, '/gone': 404, '/removed': 410, '/down': 503 }[request.url ?? ''] ?? 200;
    response.end('x');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const tried = async (path: string, networks = ['127.0.0.0/8'], at = port) =>
    tryLink(openCalledAddresses(networks), `http://127.0.0.1:${at}${path}`);
  expect(await tried('/')).toEqual({ state: 'answers', status: 200, fault: '' });
  expect(await tried('/moved')).toEqual({ state: 'answers', status: 301, fault: '' });
  expect(await tried('/gone')).toEqual({ state: 'dead', status: 404, fault: '' });
  expect(await tried('/removed')).toEqual({ state: 'dead', status: 410, fault: '' });
  expect(await tried('/down')).toEqual({ state: 'broken', status: 503, fault: '' });
  // Nothing listens on the discard port.
  expect(await tried('/', ['127.0.0.0/8'], 9)).toMatchObject({ state: 'silent', status: 0 });
  // An address inside a network that may not be called is asked for nothing.
  expect(await tried('/', [])).toMatchObject({ state: 'silent', status: 0, fault: 'address_not_permitted' });
  site.close();
});

it('takes a name that does not exist for dead where another link was answered, and asks for no reserved name', async () => {
  const answered = { state: 'broken', status: 503, fault: '' } as const;
  const unknown = { state: 'silent', status: 0, fault: 'ENOTFOUND' } as const;
  const slow = { state: 'silent', status: 0, fault: 'ETIMEDOUT' } as const;
  expect(withDeadNames([answered, unknown, slow])).toEqual([answered, { ...unknown, state: 'dead' }, slow]);
  expect(withDeadNames([unknown, slow])).toEqual([unknown, slow]);
  expect(await tryLink(openCalledAddresses([]), 'https://www.stumps.example/faq')).toEqual({
    state: 'silent',
    status: 0,
    fault: 'reserved_name',
  });
});
