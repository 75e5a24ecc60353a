import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane } from '../../ui/act-pane.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';

/** Reported cards that we had blocked before: a new one waits for two people. */
export function ReplacementsPane() {
  const t = useTexts('deskCards');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('waiting-replacements', { ...(page > 1 && { page: String(page) }) });
  return (
    <ActPane
      title={t('tab.replacements')}
      looked={looked}
      page={page}
      empty={t('replacements.none')}
      choose={t('replacements.choose')}
      keyOf={({ card }) => card}
      actOf={({ card, number }) => ({
        command: 'release-replacement',
        given: { card },
        action: t('replacements.action'),
        about: t('replacements.about', { number }),
      })}
      columns={[
        { key: 'number', head: t('column.card'), render: ({ number }) => <span className="figures">{number}</span> },
        { key: 'account', head: t('column.account'), isTight: true, render: ({ account }) => groupedAccount(account) },
        { key: 'as', head: t('column.reported'), isTight: true, render: ({ as }) => t(`replacements.as.${as}`) },
        { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
      ]}
    />
  );
}
