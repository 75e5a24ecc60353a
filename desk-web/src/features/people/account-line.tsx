import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';
import { Tag } from '../../ui/tag.tsx';
import { ActLinks } from './act-links.tsx';
import { CardLine } from './card-line.tsx';
import { actsOfAccount, type CardRow } from './use-acts.ts';
import type { Act } from './use-person.ts';

type AccountLineProps = {
  readonly account: RowOf<'accounts'>;
  readonly cards: readonly CardRow[];
  readonly onAct: (act: Act) => void;
};

/** An account by name with its money, its cards, and what can be done with each. */
export function AccountLine({ account: of, cards, onAct }: AccountLineProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const { account, name, bsb, role, state, balance, held, keptAside, available } = of;
  const title = name || t('column.account');
  return (
    <li className="people__account">
      <p className="people__accountHead">
        <span className="people__cardName">
          <strong>{title}</strong>
          <span className="figures small quiet">{`${bsb} ${groupedAccount(account)}`}</span>
          {role === 'nominee' ? <Tag>{t('role.nominee')}</Tag> : null}
          {state === 'open' ? null : <Tag tone="warn">{t(`account.${state}`)}</Tag>}
        </span>
        <strong className="figures people__accountMoney">{format.money(available)}</strong>
      </p>
      <p className="small quiet">
        {Number(held) === 0
          ? t('account.available', { balance: format.money(balance) })
          : t('account.availableHeld', { balance: format.money(balance), held: format.money(held) })}
      </p>
      {Number(keptAside) === 0 ? null : (
        <p className="small quiet">{`${t('column.keptAside')} ${format.money(keptAside)}`}</p>
      )}
      {cards.length > 0 ? (
        <ul className="people__cards">
          {cards.map((card) => (
            <CardLine key={card.card} card={card} onAct={onAct} />
          ))}
        </ul>
      ) : null}
      <ActLinks acts={actsOfAccount(of)} of={`${title} ${groupedAccount(account)}`} onAct={onAct} />
    </li>
  );
}
