import { addPasscode } from '@wattle/contract/access/passcodes.ts';
import { useBrand } from '../../../brand/brand.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { type Form, useForm } from '../../../form/use-form.ts';
import { describeDevice, ownUserAgent } from '../this-device.ts';
import { noteHasPasscode } from './passcode-offer.ts';

const fields = { pin: { isPin: true, id: 'passcode' }, again: { isPin: true, id: 'passcode-again' } } as const;

/** Form that sets the passcode of this device: four digits, twice. */
export function usePasscodeForm(onDone: () => void): Form<'pin' | 'again'> {
  const { BrandIdentifier } = useBrand();
  return useForm({
    fields,
    rules: operationRules(fields, {
      operation: addPasscode,
      body: ({ pin }) => ({ device: describeDevice(), pin, userAgent: ownUserAgent() }),
      also: ({ pin, again }) => (pin === again ? {} : { pin: 'tryAgainPasscodeText', again: 'tryAgainPasscodeText' }),
      blamed: ['pin', 'again'],
      // The day or the year of birth, which this page does not know.
      onRefused: ({ code, field }) =>
        code === '20010' && field === 'pin' ? { problems: { pin: 'passcodeChoice' } } : undefined,
      onDone: () => {
        noteHasPasscode(BrandIdentifier, true);
        onDone();
      },
    }),
  });
}
