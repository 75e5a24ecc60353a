import { Disclosure, DisclosureList } from '../../ui/pages/disclosure.tsx';
import { ScamLink } from './scam-link.part.tsx';

type ScamFoldProps = {
  readonly title: string;
  /** The account that paid. */
  readonly accountNumber: string;
  readonly receiptNumber: string;
};

/** The report of a payment as a scam in a fold, for a payment that was made as a rule. Loaded with an open row. */
export function ScamFold({ title, accountNumber, receiptNumber }: ScamFoldProps) {
  return (
    <DisclosureList>
      <Disclosure title={title}>
        {() => <ScamLink accountNumber={accountNumber} receiptNumber={receiptNumber} />}
      </Disclosure>
    </DisclosureList>
  );
}
