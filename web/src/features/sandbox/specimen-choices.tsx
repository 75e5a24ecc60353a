import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Disclosure, DisclosureList } from '../../ui/pages/disclosure.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { State } from './specimen.tsx';

const SMALL: readonly ButtonTone[] = ['tonal', 'line', 'text'];
const ON_HERO: readonly ButtonTone[] = ['accent', 'glass'];

export function Buttons() {
  const t = useTexts('sandbox');
  return (
    <>
      <Button wide>{t('buttons.main')}</Button>
      <Button wide tone="danger">
        {t('buttons.danger')}
      </Button>
      <Button wide busy>
        {t('buttons.busy')}
      </Button>
      <div className="specimen__row">
        {SMALL.map((tone) => (
          <Button key={tone} small tone={tone}>
            {t(`buttons.${tone}`)}
          </Button>
        ))}
      </div>
      <div className="specimen__row specimen__hero on-hero">
        {ON_HERO.map((tone) => (
          <Button key={tone} small tone={tone}>
            {t(`buttons.${tone}`)}
          </Button>
        ))}
      </div>
      <div className="specimen__row">
        <CopyButton text="200100017" label={t('buttons.copy')} />
        <ExternalLink href="https://www.moneysmart.gov.au/">{t('buttons.external')}</ExternalLink>
      </div>
    </>
  );
}

const FILTERS = ['all', 'in', 'out', 'declined'] as const;
const SIZES = ['10', '50', '100'] as const;

export function Choices() {
  const t = useTexts('sandbox');
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [size, setSize] = useState<(typeof SIZES)[number]>('10');
  return (
    <>
      <State name={t('choices.chips')}>
        <ChipRow label={t('choices.chips')}>
          {FILTERS.map((each) => (
            <Chip key={each} isOn={each === filter} onPress={() => setFilter(each)}>
              {t(`choices.${each}`)}
            </Chip>
          ))}
        </ChipRow>
      </State>
      <State name={t('choices.segmented')}>
        <div>
          <Segmented
            label={t('choices.segmented')}
            options={SIZES.map((value) => ({ value, label: value }))}
            value={size}
            onChange={setSize}
          />
        </div>
      </State>
    </>
  );
}

export function Badges() {
  const t = useTexts('sandbox');
  return (
    <div className="specimen__row">
      <Badge tone="ok">{t('badges.active')}</Badge>
      <Badge tone="warning">{t('badges.off')}</Badge>
      <Badge tone="danger">{t('badges.blocked')}</Badge>
      <Badge tone="info">{t('badges.scheduled')}</Badge>
      <Badge>{t('badges.ordered')}</Badge>
    </div>
  );
}

const WAYS = ['card', 'bank', 'voucher'] as const;

export function TabsInUse() {
  const t = useTexts('sandbox');
  const [way, setWay] = useState<(typeof WAYS)[number]>('card');
  return (
    <Tabs
      label={t('tabs.ways')}
      tabs={WAYS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      value={way}
      onChange={setWay}
    >
      <p>{t(`tabs.${way}Text`)}</p>
    </Tabs>
  );
}

const FILES = ['pdf', 'csv', 'qif'] as const;

export function Menus() {
  const t = useTexts('sandbox');
  const [picked, setPicked] = useState<(typeof FILES)[number] | null>(null);
  return (
    <>
      <Menu
        label={t('menus.export')}
        items={FILES.map((file) => ({
          label: t(`menus.${file}`),
          icon: <AppIcon name="document" size="s" />,
          onPick: () => setPicked(file),
        }))}
      />
      <p className="specimen__name" role="status">
        {picked === null ? t('menus.none') : t('menus.picked', { what: t(`menus.${picked}`) })}
      </p>
    </>
  );
}

export function Disclosures() {
  const t = useTexts('sandbox');
  return (
    <DisclosureList>
      <Disclosure title={t('disclosures.pending')}>
        <p>{t('disclosures.pendingText')}</p>
      </Disclosure>
      <Disclosure title={t('disclosures.held')}>
        <p>{t('disclosures.heldText')}</p>
      </Disclosure>
    </DisclosureList>
  );
}
