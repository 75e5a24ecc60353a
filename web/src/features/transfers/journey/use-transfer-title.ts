import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Title of the payee choice or of the area. At a brand without transfers the title is about bills. */
export function useTransferTitle(page: 'payeeChoice' | 'title'): string {
  const t = useTexts('transfers');
  const { transfers } = useBrand().Features;
  if (page === 'payeeChoice') return t(transfers ? 'payeeChoice.title' : 'payeeChoice.title.bills');
  return t(transfers ? 'title' : 'title.bills');
}
