import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Form } from '../../form/use-form.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Chip } from '../../ui/chip.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type AlertField, type Kind, QUICK_AMOUNTS, toggled, type Way, waysIn } from './alerts.domain.ts';

type AlertTableProps = {
  readonly form: Form<AlertField>;
  readonly kinds: readonly Kind[];
  readonly ways: readonly Way[];
  /** Those by which the person can be reached. */
  readonly reached: readonly Way[];
};

const ICON = {
  email: <AppIcon name="mail" size="s" />,
  sms: <AppIcon name="message" size="s" />,
  push: <Icon name="phone" size="s" />,
} as const;

/** Table of alert kinds by channel; a channel without contact details cannot be ticked. */
export function AlertTable({ form, kinds, ways, reached }: AlertTableProps) {
  const t = useTexts('alerts');
  return (
    <div className="alert-table__room">
      <table className="alert-table">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('kind')}</span>
            </th>
            {ways.map((way) => (
              <th key={way} scope="col">
                {ICON[way]}
                {t(`way.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        {kinds.map((kind) => (
          <tbody key={kind}>
            <tr>
              <th scope="row">
                {t(`field.${kind}`)}
                {t.has(`how.${kind}`) ? <span className="alert-table__how">{t(`how.${kind}`)}</span> : null}
              </th>
              {ways.map((way) => (
                <td key={way}>
                  <label className="alert-table__check">
                    <input
                      type="checkbox"
                      aria-label={t('tick', { kind: t(`field.${kind}`), way: t(`way.${way}`) })}
                      checked={waysIn(form.values[kind]).includes(way)}
                      disabled={!reached.includes(way) && !waysIn(form.values[kind]).includes(way)}
                      onChange={() => form.setValue(kind, toggled(form.values[kind], way))}
                    />
                    <span className="alert-table__way" aria-hidden="true">
                      {t(`way.${way}`)}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
            {(kind === 'overValue' || kind === 'lowBalance') && form.values[kind] !== '' ? (
              <tr>
                <td className="alert-table__amount" colSpan={ways.length + 1}>
                  <Amount form={form} name={`${kind}Amount`} />
                </td>
              </tr>
            ) : null}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type AmountProps = {
  readonly form: Form<AlertField>;
  readonly name: 'overValueAmount' | 'lowBalanceAmount';
};

function Amount({ form, name }: AmountProps) {
  const t = useTexts('alerts');
  const format = useFormat();
  return (
    <div className="alert-amount">
      {QUICK_AMOUNTS.map((dollars) => (
        <Chip
          key={dollars}
          isOn={amountInCents(form.values[name]) === dollars * 100}
          onPress={() => form.setValue(name, String(dollars))}
        >
          {format.money(dollars).replace('.00', '')}
        </Chip>
      ))}
      <div className="alert-amount__field">
        <AmountField {...form.field(name)} label={t(`field.${name}`)} />
      </div>
    </div>
  );
}
