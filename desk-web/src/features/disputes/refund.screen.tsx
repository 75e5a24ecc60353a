import { useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { personLink } from '../../ui/person-link.tsx';
import { CasePage } from './case-page.tsx';
import { EVERY_MS } from './use-cases.ts';
import './disputes.css';

/** A refund that brings the refunds of a purchase above its amount, next to that purchase. */
export function RefundScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { reference = '' } = useParams();
  const given = { case: reference };
  const looked = useCommand('excess-refund', given, { everyMs: EVERY_MS });
  const [facts] = looked.rows ?? [];
  const close = { command: 'close-excess-refund', given, words: t('act.closeRefund'), about: t('act.closeRefundText') };
  return (
    <CasePage
      title={
        facts
          ? t('refund.title', {
              refunded: format.money(facts.refunded),
              taken: format.money(facts.taken),
              merchant: facts.merchant,
            })
          : t('kind.refund')
      }
      reference={reference}
      actions={facts?.state === 'Open' ? [{ ...close, isMain: true }] : []}
      looked={looked}
      factsOf={(one) => [
        [t('column.person'), personLink(one.person, one.name)],
        [t('what.account'), one.account],
        [t('what.merchant'), one.merchant],
        [t('what.purchase'), `${one.purchase}: ${format.money(one.taken)}`],
        [t('what.refunds'), format.money(one.refunded)],
        [t('what.refund'), `${one.refund}: ${format.money(one.amount)}`],
        [t('money.credited'), format.money(one.credited)],
        [t('what.kept'), format.money(one.kept)],
        [t('column.opened'), format.momentOf(one.made)],
        [t('column.state'), t(`state.refund.${one.state}`)],
      ]}
      rules={t('rules.refund')}
    />
  );
}
