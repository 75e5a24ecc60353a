import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { buttonClass } from '../../ui/button.tsx';

type ScamLinkProps = {
  /** The account that paid. */
  readonly accountNumber: string;
  readonly receiptNumber: string;
  /** Name of the payee for screen readers, where several are listed. */
  readonly name?: string;
};

/** Leads to the report of a payment as a scam. Uses the texts of `settlement`. */
export function ScamLink({ accountNumber, receiptNumber, name }: ScamLinkProps) {
  const t = useTexts('settlement');
  return (
    <Link
      className={buttonClass({ tone: 'text', small: true })}
      to={paths.reportScam(receiptNumber)}
      state={{ accountNumber }}
    >
      {t('scam.ask')}
      {name === undefined ? null : <span className="visually-hidden"> {name}</span>}
    </Link>
  );
}
