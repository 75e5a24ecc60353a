import { givenHttpServer, type HttpCall, type HttpServer } from './http-server.ts';

const KEY = 'LICENCE';
const SECRET = 'only for servers';

/** Two addresses in each country, with the fields of the service's API reference. */
const AUSTRALIA = [
  {
    id: '8097e3df-a3ab-43ad-bc66-22c8f5812361',
    full_address: 'Unit 4, 13 Banksia Street, RYDE NSW 2112',
    address_line_1: 'Unit 4',
    address_line_2: '13 Banksia Street',
    unit_identifier: '4',
    street_number_1: '13',
    street_number_2: null,
    street: 'Banksia Street',
    locality_name: 'RYDE',
    state_territory: 'NSW',
    postcode: '2112',
  },
  {
    id: 'd70230a9-a3d8-402f-971e-1b798d00f2f5',
    full_address: '11-15 Banksia Road, KATOOMBA NSW 2780',
    address_line_1: '11-15 Banksia Road',
    address_line_2: null,
    unit_identifier: null,
    street_number_1: '11',
    street_number_2: '15',
    street: 'Banksia Road',
    locality_name: 'KATOOMBA',
    state_territory: 'NSW',
    postcode: '2780',
  },
];
const NEW_ZEALAND = [
  {
    pxid: '2-.1.6.1f.YxF',
    a: '69B Banksia Street, Ōrākei, Auckland 1071',
    address_line_1: '69B Banksia Street',
    number: '69',
    alpha: 'B',
    street: 'Banksia Street',
    suburb: 'Ōrākei',
    city: 'Auckland',
    region: 'Auckland Region',
    postcode: '1071',
  },
  {
    pxid: '2-.F.1W.p.0G1Jp',
    a: '7 Banksia Place, Napier 4110',
    address_line_1: '7 Banksia Place',
    number: '7',
    street: 'Banksia Place',
    suburb: 'Napier',
    city: 'Napier',
    region: "Hawke's Bay Region",
    postcode: '4110',
  },
];

export type AddressServer = HttpServer & {
  readonly settings: { readonly url: string; readonly key: string; readonly secret: string };
};

/** Server that imitates the address service. `fault` replaces every response. */
export async function givenAddressServer(fault?: () => ReturnType<typeof answer>): Promise<AddressServer> {
  const server = await givenHttpServer((call) => fault?.() ?? answer(call));
  return { ...server, settings: { url: server.url, key: KEY, secret: SECRET } };
}

type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;

function answer({ url: asked, headers, method }: HttpCall): Answer {
  const url = new URL(asked, 'http://service');
  const query = (name: string) => url.searchParams.get(name) ?? '';
  if (method !== 'GET') return { status: 405 };
  if (query('key') !== KEY || headers.authorization !== SECRET) return { status: 401 };
  const max = Number(query('max') || '10');
  switch (url.pathname) {
    case '/api/au/address/autocomplete': {
      const hits = AUSTRALIA.filter(({ full_address }) => matches(full_address, query('q'))).slice(0, max);
      return json({ completions: hits.map(({ id, full_address }) => ({ id, full_address })), success: true });
    }
    case '/api/nz/address/autocomplete': {
      const hits = NEW_ZEALAND.filter(({ a }) => matches(a, query('q'))).slice(0, max);
      return json({ completions: hits.map(({ pxid, a }) => ({ pxid, a })), success: true });
    }
    case '/api/au/address/metadata':
      return json(AUSTRALIA.find(({ id }) => id === query('id')));
    case '/api/nz/address/metadata':
      return json(NEW_ZEALAND.find(({ pxid }) => pxid === query('pxid')));
    default:
      return { status: 404 };
  }
}

function json(value: object | undefined): Answer {
  if (!value) return { status: 404 };
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function matches(address: string, typed: string): boolean {
  return address.toLowerCase().includes(typed.toLowerCase());
}
