import * as z from 'zod';
import type { AddressServiceSettings } from '../../config/outside-settings.ts';
import { callJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { signedInBy } from '../probe.ts';
import type { AddressCountry, AddressService, ServiceAddress } from './port.ts';

/** ISO 3166-2 codes of New Zealand's regions, by English name without accents. */
const REGIONS: Readonly<Record<string, string>> = {
  auckland: 'AUK',
  'bay of plenty': 'BOP',
  canterbury: 'CAN',
  'chatham islands': 'CIT',
  gisborne: 'GIS',
  'hawkes bay': 'HKB',
  'manawatu-whanganui': 'MWT',
  'manawatu-wanganui': 'MWT',
  marlborough: 'MBH',
  nelson: 'NSN',
  northland: 'NTL',
  otago: 'OTA',
  southland: 'STL',
  taranaki: 'TKI',
  tasman: 'TAS',
  waikato: 'WKO',
  wellington: 'WGN',
  'west coast': 'WTC',
};

/** `Hawke's Bay Region` is HKB. Empty for an unknown region. */
function regionCode(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/ (region|territory|district|city)$/, '');
  return REGIONS[plain.trim()] ?? '';
}

const part = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '');

const australianHits = z
  .object({ completions: z.array(z.object({ full_address: z.string(), id: z.string() })) })
  .transform(({ completions }) => completions.map(({ id, full_address }) => ({ id, text: full_address })));

const newZealandHits = z
  .object({ completions: z.array(z.object({ a: z.string(), pxid: z.string() })) })
  .transform(({ completions }) => completions.map(({ pxid, a }) => ({ id: pxid, text: a })));

const australianAddress = z
  .object({
    address_line_1: z.string(),
    address_line_2: part,
    unit_identifier: part,
    street_number_1: part,
    street_number_2: part,
    street: part,
    locality_name: part,
    state_territory: part,
    postcode: part,
  })
  .transform(
    (found): ServiceAddress => ({
      line1: found.address_line_1,
      line2: found.address_line_2,
      unitNumber: found.unit_identifier,
      streetNumber: [found.street_number_1, found.street_number_2].filter((number) => number !== '').join('-'),
      streetName: found.street,
      suburb: found.locality_name,
      state: found.state_territory,
      postcode: found.postcode,
    }),
  );

const newZealandAddress = z
  .object({
    address_line_1: z.string(),
    unit_identifier: part,
    number: part,
    alpha: part,
    street: part,
    suburb: part,
    city: part,
    region: part,
    postcode: part,
  })
  .transform(
    (found): ServiceAddress => ({
      line1: found.address_line_1,
      // The town is in the field that an Australian address uses for its suburb.
      line2: found.city === '' || found.suburb === found.city ? '' : found.suburb,
      unitNumber: found.unit_identifier,
      streetNumber: `${found.number}${found.alpha}`,
      streetName: found.street,
      suburb: found.city === '' ? found.suburb : found.city,
      state: regionCode(found.region),
      postcode: found.postcode,
    }),
  );

/**
 * The Addressfinder service for Australia and New Zealand. Both countries use the same requests, but
 * different field names (API reference, "Address Autocomplete" and "Address Metadata").
 */
export function openAddressfinder(settings: AddressServiceSettings, policy: Policy): AddressService {
  const ask = <T>(country: AddressCountry, call: string, query: Record<string, string>, answer: z.ZodType<T>) =>
    policy.call<T>((signal) => {
      const url = new URL(`/api/${country.toLowerCase()}/address/${call}`, settings.url);
      url.search = String(new URLSearchParams({ key: settings.key, format: 'json', ...query }));
      return callJson({
        method: 'GET',
        url: url.href,
        headers: { Authorization: settings.secret },
        answer,
        addresses: policy.addresses,
        signal,
      });
    });
  const search: AddressService['search'] = ({ country, text, most }) => {
    const query = { q: text, max: String(most) };
    return ask(country, 'autocomplete', query, country === 'AU' ? australianHits : newZealandHits);
  };
  return {
    search,
    probe: () => signedInBy(search({ country: 'AU', text: '1 George Street', most: 1 })),
    find({ country, id }): Promise<OutsideOutcome<ServiceAddress>> {
      return country === 'AU'
        ? ask(country, 'metadata', { id }, australianAddress)
        : ask(country, 'metadata', { pxid: id }, newZealandAddress);
    },
  };
}
