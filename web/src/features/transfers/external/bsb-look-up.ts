import { getBsbDetails, getInternalBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { digitsText } from '@wattle/contract/rules/typed-text.ts';
import { type LookUpCall, lookUpCall } from '../payment-method.ts';

export const BSB = /^\d{6}$/;
const BSB_ERRORS = ['20235', '32209'];

/** Asks for the institution of a BSB. `isOwn`: it has to be the programme's own. */
export function bsbLookUp(typed: string, isOwn = false): LookUpCall | null {
  const bsb = digitsText(typed);
  if (!BSB.test(bsb)) return null;
  return lookUpCall({
    operation: isOwn ? getInternalBsbDetails : getBsbDetails,
    body: { BsbNumber: bsb },
    read: ({ data, failure }) => {
      const unknown = data?._entity === '' ? (isOwn ? 'invalidBsbTransferType' : 'invalidBsb') : null;
      const failed = failure && (BSB_ERRORS.includes(failure.code) ? `Error${failure.code}` : 'ErrorRetrieveBsb');
      const problem = unknown ?? failed;
      return {
        name: data?._entity ?? '',
        problems: problem === null ? {} : { bsb: problem },
        isStopped: isOwn && unknown !== null,
      };
    },
  });
}
