import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { WAYS, type Way } from './transfer.domain.ts';

/** What the form is called: by whether the brand has transfers. */
export function useTransferTitle(): string {
  const t = useTexts('transfers');
  return t(useBrand().Features.transfers ? 'title' : 'title.bills');
}

/** How a card may pay. */
export function waysOf(card: CardSummary): readonly Way[] {
  const isAllowed = {
    external: card.IsExternalTransferAllowed,
    internal: card.IsInternalTransferAllowed,
    bpay: card.IsBPayAllowed,
  };
  return WAYS.filter((way) => isAllowed[way]);
}

/** Transfers before bills, and within the brand before other banks. */
export function firstWay(ways: readonly Way[]): Way {
  return ways.find((way) => way === 'internal') ?? ways[0] ?? 'internal';
}

type TransferWayProps = {
  readonly ways: readonly Way[];
  readonly way: Way;
  readonly onWay: (way: Way) => void;
};

/** The method, BPAY or transfer, and the type of a transfer. What leaves no choice is said in words. */
export function TransferWay({ ways, way, onWay }: TransferWayProps) {
  const t = useTexts('transfers');
  const transfers = ways.filter((each) => each !== 'bpay');
  const hasMethods = transfers.length > 0 && transfers.length < ways.length;
  return (
    <>
      {hasMethods ? (
        <Segmented
          label={t('method')}
          options={[
            { value: 'transfer', label: t('method.transfer') },
            { value: 'bpay', label: t('method.bpay') },
          ]}
          value={way === 'bpay' ? 'bpay' : 'transfer'}
          onChange={(method) => onWay(method === 'bpay' ? 'bpay' : firstWay(transfers))}
        />
      ) : null}
      {way !== 'bpay' && transfers.length > 1 ? (
        <Segmented
          label={t('kind')}
          options={transfers.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={way}
          onChange={onWay}
        />
      ) : null}
    </>
  );
}
