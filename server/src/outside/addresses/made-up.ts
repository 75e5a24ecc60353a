import type { AddressCountry, ServiceAddress } from './port.ts';

type Place = readonly [suburb: string, state: string, postcode: string];

/** Real towns with their states and postcodes; the streets in them are made up. */
const PLACES: Readonly<Record<AddressCountry, readonly Place[]>> = {
  AU: [
    ['Sydney', 'NSW', '2000'],
    ['Parramatta', 'NSW', '2150'],
    ['Newcastle', 'NSW', '2300'],
    ['Wollongong', 'NSW', '2500'],
    ['Wagga Wagga', 'NSW', '2650'],
    ['Canberra', 'ACT', '2601'],
    ['Belconnen', 'ACT', '2617'],
    ['Melbourne', 'VIC', '3000'],
    ['Geelong', 'VIC', '3220'],
    ['Ballarat Central', 'VIC', '3350'],
    ['Bendigo', 'VIC', '3550'],
    ['Brisbane City', 'QLD', '4000'],
    ['Toowoomba City', 'QLD', '4350'],
    ['Townsville City', 'QLD', '4810'],
    ['Cairns City', 'QLD', '4870'],
    ['Adelaide', 'SA', '5000'],
    ['Mount Gambier', 'SA', '5290'],
    ['Perth', 'WA', '6000'],
    ['Fremantle', 'WA', '6160'],
    ['Albany', 'WA', '6330'],
    ['Hobart', 'TAS', '7000'],
    ['Launceston', 'TAS', '7250'],
    ['Darwin City', 'NT', '0800'],
    ['Alice Springs', 'NT', '0870'],
  ],
  NZ: [
    ['Whangārei', 'NTL', '0110'],
    ['Auckland', 'AUK', '1010'],
    ['Rotorua', 'BOP', '3010'],
    ['Tauranga', 'BOP', '3110'],
    ['Hamilton', 'WKO', '3204'],
    ['Gisborne', 'GIS', '4010'],
    ['Napier', 'HKB', '4110'],
    ['New Plymouth', 'TKI', '4310'],
    ['Palmerston North', 'MWT', '4410'],
    ['Wellington', 'WGN', '6011'],
    ['Nelson', 'NSN', '7010'],
    ['Blenheim', 'MBH', '7201'],
    ['Greymouth', 'WTC', '7805'],
    ['Christchurch', 'CAN', '8011'],
    ['Dunedin', 'OTA', '9016'],
    ['Queenstown', 'OTA', '9300'],
    ['Invercargill', 'STL', '9810'],
  ],
};

const STREETS = [
  'Banksia Street',
  'Golden Wattle Way',
  'Old Ferry Road',
  'Lighthouse Lane',
  'Bluegum Avenue',
  'Lantern Street',
  'Saltbush Close',
  'Kererū Crescent',
  'Quartz Court',
  'Harbourlight Rise',
] as const;

/** Streets per town; the selection continues from town to town. */
const STREETS_IN_A_PLACE = 8;
const STEP = 3;
const HIGHEST_NUMBER = 180;
/** Every fourth address is a unit. */
const UNIT_EVERY = 4;

export type MadeUpAddress = ServiceAddress & { readonly id: string };

function addressIn(country: AddressCountry, [suburb, state, postcode]: Place, n: number): MadeUpAddress {
  const streetName = STREETS[(n * STEP + Math.floor(n / STREETS_IN_A_PLACE)) % STREETS.length] as string;
  const streetNumber = String(1 + ((n * 37) % HIGHEST_NUMBER));
  const unitNumber = n % UNIT_EVERY === UNIT_EVERY - 1 ? String(1 + (n % 24)) : '';
  return {
    id: `${country}-${String(n).padStart(4, '0')}`,
    line1: `${unitNumber === '' ? '' : `Unit ${unitNumber}, `}${streetNumber} ${streetName}`,
    line2: '',
    unitNumber,
    streetNumber,
    streetName,
    suburb,
    state,
    postcode,
  };
}

/** Fixed list of a few hundred addresses. */
export const MADE_UP: Readonly<Record<AddressCountry, readonly MadeUpAddress[]>> = {
  AU: allIn('AU'),
  NZ: allIn('NZ'),
};

function allIn(country: AddressCountry): readonly MadeUpAddress[] {
  return PLACES[country].flatMap((place, at) =>
    Array.from({ length: STREETS_IN_A_PLACE }, (_, n) => addressIn(country, place, at * STREETS_IN_A_PLACE + n)),
  );
}
