import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';

/** Countries with address search, as ISO 3166-1 alpha-2. */
export const ADDRESS_COUNTRIES = ['AU', 'NZ'] as const;
export type AddressCountry = (typeof ADDRESS_COUNTRIES)[number];

export type AddressHit = {
  /** Valid for `find` in the same country, for a limited time: ids change when the service updates its data. */
  readonly id: string;
  /** Address on one line. */
  readonly text: string;
};

/** An address by its parts. Missing parts are empty. */
export type ServiceAddress = {
  readonly line1: string;
  readonly line2: string;
  readonly unitNumber: string;
  readonly streetNumber: string;
  readonly streetName: string;
  readonly suburb: string;
  /** Code of the state or region as in ISO 3166-2, without the country: `NSW`, `AUK`. */
  readonly state: string;
  readonly postcode: string;
};

/** Address lookup. Neither call throws for faults of the other system. */
export type AddressService = {
  /** Addresses that begin with or contain the input, best first, at most `most`. */
  search(asked: {
    readonly country: AddressCountry;
    readonly text: string;
    readonly most: number;
  }): Promise<OutsideOutcome<readonly AddressHit[]>>;
  /** Parts of a result. Refused for an unknown id. */
  find(asked: { readonly country: AddressCountry; readonly id: string }): Promise<OutsideOutcome<ServiceAddress>>;
  /** Makes one search. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
};
