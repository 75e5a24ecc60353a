import { useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { personLink } from '../../ui/person-link.tsx';
import { CasePage } from './case-page.tsx';
import { EVERY_MS } from './use-cases.ts';
import './disputes.css';

/** A case of a card processor: a correction, a refund that was reversed, or a dispute. */
export function ToldScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { reference = '' } = useParams();
  const given = { case: reference };
  const looked = useCommand('told-case', given, { everyMs: EVERY_MS });
  const [facts] = looked.rows ?? [];
  const close = { command: 'close-told-case', given, words: t('act.closeTold'), about: t('act.closeToldText') };
  return (
    <CasePage
      title={
        facts
          ? t(`told.title.${facts.kind}`, {
              about: facts.about,
              amount: format.money(Math.abs(Number(facts.amount))),
            })
          : t('kind.told')
      }
      reference={reference}
      actions={facts?.state === 'Open' ? [{ ...close, isMain: true }] : []}
      looked={looked}
      factsOf={(one) => [
        [t('column.person'), personLink(one.person, one.name)],
        [t('what.account'), one.account],
        [t('what.kind'), t(`state.told.${one.kind}`)],
        [t('what.about'), one.about],
        [t('column.amount'), format.money(one.amount)],
        [t('what.posted'), t(`what.posted.${one.posted}`)],
        [
          t('what.message'),
          <span className="mono" key="message">
            {one.message}
          </span>,
        ],
        [
          t('what.named'),
          one.named === '' ? (
            ''
          ) : (
            <span className="mono" key="named">
              {one.named}
            </span>
          ),
        ],
        [t('column.opened'), format.momentOf(one.made)],
        [t('column.state'), t(`state.told.${one.state}`)],
      ]}
      rules={t('rules.told')}
    />
  );
}
