import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../parts/facts.tsx';
import { useDeskFormat } from '../../parts/format.ts';
import { LookedPart } from '../../parts/looked.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useCaseActions } from './case-actions.tsx';
import { EVERY_MS } from './use-cases.ts';
import './disputes.css';

/** A refund after which the refunds of a purchase come to more than it, beside that purchase. */
export function RefundScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { reference = '' } = useParams();
  const given = { case: reference };
  const looked = useCommand('excess-refund', given, { everyMs: EVERY_MS });
  const [facts] = looked.rows ?? [];
  const close = { command: 'close-excess-refund', given, words: t('act.closeRefund'), about: t('act.closeRefundText') };
  const { buttons, form } = useCaseActions(facts?.state === 'Open' ? [{ ...close, isMain: true }] : []);
  return (
    <>
      <PageHead
        title={
          facts
            ? t('refund.title', {
                refunded: format.money(facts.refunded),
                taken: format.money(facts.taken),
                merchant: facts.merchant,
              })
            : t('kind.refund')
        }
        trail={
          <>
            <Link to="/disputes">{t('title')}</Link>
            <span>{` / ${reference}`}</span>
          </>
        }
        actions={buttons}
      />
      {form}
      <div className="cols">
        <div className="col-8">
          <Pane title={t('what.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) =>
                one ? (
                  <Facts
                    facts={[
                      [
                        t('column.person'),
                        one.person === '' ? (
                          one.name
                        ) : (
                          <Link to={`/people/${one.person.replace('holder:', '')}`}>{one.name}</Link>
                        ),
                      ],
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
                  />
                ) : null
              }
            </LookedPart>
          </Pane>
        </div>
        <div className="col-4">
          <Pane title={t('rules.title')}>
            <p className="small">{t('rules.refund')}</p>
          </Pane>
        </div>
      </div>
    </>
  );
}
