import type { AutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { PayToStatus } from '../pay-to/pay-to-status.tsx';
import type { AutoTopupOf } from './auto-fields.ts';
import { AutoTopupStatus } from './auto-topup-status.tsx';

type Props = { readonly memberNumber: string; readonly all: AutoTopupOf; readonly topup: AutoTopup };

/** An automatic top-up by agreement or by direct debit, in its state. */
export function AnyStatus(props: Props) {
  const { payTo } = props.topup;
  return payTo ? <PayToStatus {...props} payTo={payTo} /> : <AutoTopupStatus {...props} />;
}
