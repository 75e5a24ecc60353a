import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stroke } from '../../ui/charts/stroke.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { AlertAmount } from './alert-amount.tsx';
import { ALERT_SHAPES } from './alert-shapes.ts';
import { type AlertValues, hasAmount, type Kind, toggleWay, switchKind, type Way, readWays } from './alerts.domain.ts';
import type { SaveAlerts } from './use-save-alerts.ts';

type AlertRowProps = {
  readonly kind: Kind;
  readonly values: AlertValues;
  /** Channels that the product has. */
  readonly ways: readonly Way[];
  /** Channels by which the person can be reached. */
  readonly reachable: readonly Way[];
  readonly save: SaveAlerts;
};

/** One kind of alert: a switch, and while it is on its amount and the ways it travels. */
export function AlertRow({ kind, values, ways, reachable, save }: AlertRowProps) {
  const t = useTexts('alerts');
  const validation = useTexts('validation');
  const errorText = useErrorTexts();
  const format = useFormat();
  // What it had before it was turned off on this page.
  const [before, setBefore] = useState(values);
  const [isUnreached, setUnreached] = useState(false);
  const name = t(`field.${kind}`);
  const chosen = readWays(values[kind]);
  const isOn = chosen.length > 0;
  const possible = ways.filter((way) => reachable.includes(way) || chosen.includes(way));
  const wordsOf = (next: AlertValues) =>
    next[kind] === ''
      ? t('done.off', { kind: name })
      : t('done.ways', {
          kind: name,
          ways: readWays(next[kind])
            .map((way) => t(`way.${way}`))
            .join(t('and')),
        });
  const turn = (wantsOn: boolean) => {
    const usable = ways.filter((way) => reachable.includes(way));
    setUnreached(wantsOn && usable.length === 0);
    if (wantsOn && usable.length === 0) return;
    if (!wantsOn) setBefore(values);
    const change = (now: AlertValues) => switchKind(now, kind, wantsOn, { reachable: usable, before });
    save.change(kind, change, wantsOn ? wordsOf(change(values)) : t('done.off', { kind: name }));
  };
  const toggle = (way: Way) => {
    if (chosen.length === 1 && chosen[0] === way) setBefore(values);
    const change = (now: AlertValues) => ({ ...now, [kind]: toggleWay(now[kind], way) });
    save.change(kind, change, wordsOf(change(values)));
  };
  const failed = save.problem?.kind === kind ? save.problem : null;
  return (
    <li className="alert-row">
      <Stroke shape={ALERT_SHAPES[kind]} isTinted />
      <div className="alert-row__body">
        <Switch label={name} hint={isOn && hasAmount(kind) ? '' : t(`how.${kind}`)} isOn={isOn} onChange={turn} />
        {isOn && hasAmount(kind) ? (
          <AlertAmount
            kind={kind}
            amount={values[`${kind}Amount`]}
            onAmount={(amount) => {
              const dollars = format.money(Number(amount));
              save.change(
                kind,
                (now) => ({ ...now, [`${kind}Amount`]: amount }),
                t(`done.${kind}`, { amount: dollars }),
              );
            }}
          />
        ) : null}
        {isOn ? (
          <div className="alert-row__ways" role="group" aria-label={t('ways', { kind: name })}>
            {possible.map((way) => (
              <Chip key={way} isOn={chosen.includes(way)} onPress={() => toggle(way)}>
                {chosen.includes(way) ? <Icon name="check" size="s" /> : null}
                {t(`way.${way}`)}
              </Chip>
            ))}
          </div>
        ) : null}
        <div role="alert">
          {isUnreached ? <p className="alert-row__problem">{validation('noNotificationType')}</p> : null}
          {failed ? (
            <p className="alert-row__problem">
              {t(failed.isUnknown ? 'unknown' : 'failed', { reason: errorText(failed.code) })}
            </p>
          ) : null}
        </div>
      </div>
    </li>
  );
}
