import type { AppContext } from '../../context.ts';
import { ADDRESS_COUNTRIES, type AddressCountry, type AddressService } from '../../outside/addresses/port.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import { OutsideUnavailable } from '../../outside/outside-unavailable.ts';
import type { Brand } from '../brands/public.ts';

/** The service that a brand's addresses are searched in. Undefined: they are typed in. */
export function addressServiceOf({ outside }: AppContext, brand: Brand): AddressService | undefined {
  return brand.settings.AutoAddress ? outside.addresses : undefined;
}

export function isSearched(country: string): country is AddressCountry {
  return ADDRESS_COUNTRIES.some((each) => each === country);
}

/** The answer; undefined where the service has none. Throws where it cannot be asked. */
export function answerOf<T>(outcome: OutsideOutcome<T>): T | undefined {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') return undefined;
  throw new OutsideUnavailable('addresses', outcome);
}
